import { formatProblem } from '@octavo/schema/errors.ts'
import { exportContent } from '../transfer/export.ts'
import { importContent, type ImportResult } from '../transfer/import.ts'
import { CommandError, defineCommand, wholeNumber } from './command.ts'
import { startProgress } from './progress.ts'
import { requireFile } from './require-file.ts'
import { abortedWhenStopped } from './stop-signal.ts'

export const contentImport = defineCommand({
  options: {
    continue: { type: 'boolean', about: 'go past bad lines' },
    'from-line': { type: 'string', value: 'N', about: 'leave out the lines before this one' },
    'keep-missing': {
      type: 'boolean',
      about: 'keep references to content and media that do not exist; they read as empty',
    },
    'keep-invalid': {
      type: 'boolean',
      about: 'take published data that breaks rules made since: required, length, pattern',
    },
  },
  positionals: [{ name: 'FILE' }],
  details: [
    'A line is {"model", "space"?, "id"?, "published", "created_at"?, "fields": {…},',
    '"fields[<language>]"?: {…}, "draft"?: {"fields": {…}}, "archived"?, "times"?}.',
    'Nothing of a bad line is written; what came before it stays.',
  ].join('\n'),
  async run({ positionals: [path = ''], options }, context) {
    const { terminal } = context
    const fromLine = wholeNumber(options['from-line'], 'from-line') ?? 1
    await requireFile(path)
    const { content, rootId } = await context.inRoot()
    const signal = abortedWhenStopped()
    const progress = startProgress(terminal, { label: 'import', unit: 'items' })
    let isMissing = false
    let goOnAt = fromLine
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
        goOnAt = nextLine
        progress.update(done, total)
      },
    })
    const result = await importing.catch((error: unknown) => {
      progress.end()
      if (goOnAt > fromLine) {
        terminal.note(
          `The lines before line ${goOnAt} are imported: go on with --from-line ${goOnAt}.`,
        )
      }
      throw error
    })
    progress.end()
    if (isMissing) terminal.note('--keep-missing takes references to what is not there.')
    terminal.note(`Imported ${result.imported.toLocaleString('en')} items.`)
    if (signal.aborted && result.stoppedAt !== undefined) {
      throw new CommandError(`stopped as asked. Go on with --from-line ${result.stoppedAt}.`)
    }
    refuseIfBad(result)
  },
})

function refuseIfBad({ bad, imported, stoppedAt }: ImportResult): void {
  if (stoppedAt !== undefined) {
    const done = imported > 0 ? `The lines before it are imported: ` : ''
    throw new CommandError(
      `stopped at line ${stoppedAt}. ${done}mend the line and go on with --from-line ${stoppedAt}, or go past bad lines with --continue.`,
    )
  }
  if (bad > 0) throw new CommandError(`${bad} bad lines were left out. Mend and import them alone.`)
}

export const contentExport = defineCommand({
  needsDatabase: true,
  details: 'What is in the trash is left out. `content import` takes the lines back.',
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
    terminal.note(`Exported ${count.toLocaleString('en')} items.`)
  },
})
