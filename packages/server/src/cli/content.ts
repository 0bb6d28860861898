import { formatProblem, type Problem } from '@octavo/schema/errors.ts'
import { exportContent } from '../transfer/export.ts'
import { importContent, type ImportResult } from '../transfer/import.ts'
import { CommandError, defineCommand, wholeNumber } from './command.ts'
import { exportRemotely, importRemotely } from './content-remote.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'
import { requireFile } from './require-file.ts'
import { abortedWhenStopped } from './stop-signal.ts'

export const contentImport = defineCommand({
  takesUrl: true,
  options: {
    continue: { type: 'boolean', about: 'skip invalid lines' },
    'from-line': { type: 'string', value: 'N', about: 'start at this line' },
    'keep-missing': {
      type: 'boolean',
      about: 'accept references to items and media that do not exist; they read as empty',
    },
    'keep-invalid': {
      type: 'boolean',
      about: 'accept published data that violates newer rules (required, length, pattern)',
    },
  },
  positionals: [{ name: 'FILE' }],
  details: [
    'Each line is {"model", "space"?, "id"?, "published", "created_at"?, "fields": {…},',
    '"fields[<language>]"?: {…}, "draft"?: {"fields": {…}}, "archived"?, "times"?}.',
    'The import stops at the first invalid line. The lines before it stay imported. With --url, run the',
    'same command again after an interruption: it continues where it stopped.',
  ].join('\n'),
  async run({ positionals: [path = ''], options }, context) {
    const { terminal } = context
    const fromLine = wholeNumber(options['from-line'], 'from-line') ?? 1
    await requireFile(path)
    const signal = abortedWhenStopped()
    const progress = startProgress(terminal, { label: 'import', unit: 'items' })
    let isMissing = false
    let resumeAt = fromLine
    const request = {
      path,
      fromLine,
      continues: options.continue === true,
      keepsMissing: options['keep-missing'] === true,
      keepsInvalid: options['keep-invalid'] === true,
      signal,
      onBadLine(line: number, problems: readonly Problem[]) {
        progress.end()
        for (const problem of problems) {
          isMissing ||= problem.code === 'noItem' || problem.code === 'noMedia'
          terminal.note(`line ${line}: ${formatProblem(problem)}`)
        }
      },
      onProgress(done: number, total: number, nextLine: number) {
        resumeAt = nextLine
        progress.update(done, total)
      },
    }
    const importing = context.remote
      ? importRemotely(context.remote, {
          ...request,
          onResume: (line) =>
            terminal.note(`An earlier run has imported the lines before line ${line}.`),
        })
      : context
          .inRoot()
          .then(({ content, rootId }) =>
            importContent(content, { ...request, rootId, actor: 'cli' }),
          )
    const result = await importing.catch((error: unknown) => {
      progress.end()
      if (resumeAt > fromLine && !context.remote) {
        terminal.note(
          `Imported all lines before line ${resumeAt}. To resume, add --from-line ${resumeAt}.`,
        )
      }
      throw error
    })
    progress.end()
    if (isMissing)
      terminal.note('To accept references to missing items and media, add --keep-missing.')
    terminal.note(`Imported ${plural(result.imported, 'item')}.`)
    if (signal.aborted && result.stoppedAt !== undefined) {
      throw new CommandError(`interrupted. To resume, add --from-line ${result.stoppedAt}.`)
    }
    failIfIncomplete(result)
  },
})

function failIfIncomplete({ bad, imported, stoppedAt }: ImportResult): void {
  if (stoppedAt !== undefined) {
    const done = imported > 0 ? `All lines before it are imported. ` : ''
    throw new CommandError(
      `stopped at line ${stoppedAt}. ${done}Fix the line and resume with --from-line ${stoppedAt}, or skip invalid lines with --continue.`,
    )
  }
  if (bad > 0)
    throw new CommandError(
      `skipped ${plural(bad, 'invalid line')}. Fix and import the skipped lines separately.`,
    )
}

export const contentExport = defineCommand({
  needsDatabase: true,
  takesUrl: true,
  options: {
    after: { type: 'string', value: 'ID', about: 'only items with a higher id' },
  },
  details: 'Items in the trash are not exported. `content import` reads this format.',
  async run({ options }, context) {
    const { terminal, remote } = context
    const afterId = wholeNumber(options.after, 'after')
    const progress = startProgress(terminal, { label: 'export', unit: 'items' })
    const request = {
      ...(afterId !== undefined && { afterId }),
      write: (text: string) => terminal.write(text),
      onProgress: progress.update,
    }
    const count = remote
      ? await exportRemotely(remote, request)
      : await context
          .inRoot()
          .then(({ content, rootId }) => exportContent(content, { ...request, rootId }))
    progress.end()
    terminal.note(`Exported ${plural(count, 'item')}.`)
  },
})
