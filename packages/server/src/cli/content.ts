import { formatProblem } from '@octavo/schema/errors.ts'
import { exportContent } from '../transfer/export.ts'
import { importContent, type ImportResult } from '../transfer/import.ts'
import { CommandError, defineCommand, wholeNumber } from './command.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'
import { requireFile } from './require-file.ts'
import { abortedWhenStopped } from './stop-signal.ts'

export const contentImport = defineCommand({
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
    'The import stops at the first invalid line. The lines before it stay imported.',
  ].join('\n'),
  async run({ positionals: [path = ''], options }, context) {
    const { terminal } = context
    const fromLine = wholeNumber(options['from-line'], 'from-line') ?? 1
    await requireFile(path)
    const { content, rootId } = await context.inRoot()
    const signal = abortedWhenStopped()
    const progress = startProgress(terminal, { label: 'import', unit: 'items' })
    let isMissing = false
    let resumeAt = fromLine
    const importing = importContent(content, {
      rootId,
      actor: 'cli',
      path,
      fromLine,
      continues: options.continue === true,
      keepsMissing: options['keep-missing'] === true,
      keepsInvalid: options['keep-invalid'] === true,
      signal,
      onBadLine(line, problems) {
        progress.end()
        for (const problem of problems) {
          isMissing ||= problem.code === 'noItem' || problem.code === 'noMedia'
          terminal.note(`line ${line}: ${formatProblem(problem)}`)
        }
      },
      onProgress(done, total, nextLine) {
        resumeAt = nextLine
        progress.update(done, total)
      },
    })
    const result = await importing.catch((error: unknown) => {
      progress.end()
      if (resumeAt > fromLine) {
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
  details: 'Items in the trash are not exported. `content import` reads this format.',
  async run(_, context) {
    const { terminal } = context
    const { content, rootId } = await context.inRoot()
    const progress = startProgress(terminal, { label: 'export', unit: 'items' })
    const count = await exportContent(content, {
      rootId,
      write: (text) => terminal.write(text),
      onProgress: progress.update,
    })
    progress.end()
    terminal.note(`Exported ${plural(count, 'item')}.`)
  },
})
