/** Runs a command line and returns the exit code. */
import { nearest } from '@octavo/schema/nearest.ts'
import { parseArguments } from './arguments.ts'
import { UsageError, type CommandEntry } from './command.ts'
import { commands } from './commands.ts'
import { readConfigFile } from './config-file.ts'
import { helpFor, overview } from './help.ts'
import type { Terminal } from './terminal.ts'

/** `environment` defaults to that of the process. */
export async function runCli(
  typed: readonly string[],
  terminal: Terminal,
  environment?: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    return await run(typed, terminal, environment)
  } catch (error) {
    const { reportError } = await import('./report-error.ts')
    return reportError(error, typed, terminal, environment)
  }
}

async function run(
  typed: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<number> {
  const words = leadingWords(typed)
  const entry = findCommand(words)
  if (!entry) return runWithoutCommand(typed, words, terminal)
  const command = await entry.load()
  const rest = typed.slice(entry.name.split(' ').length)
  if (wantsHelp(rest)) {
    terminal.print(helpFor(entry, command))
    return 0
  }
  const args = parseArguments(command, rest)
  const [{ withContext }, { readSettings }] = await Promise.all([
    import('./open-context.ts'),
    import('../config.ts'),
  ])
  const config = await readConfigFile(args.flags['config'])
  const settings = readSettings(args.flags, environment, config?.variables)
  const code = await withContext({ terminal, command, settings, config }, (context) =>
    command.run(args, context),
  )
  return code ?? 0
}

async function runWithoutCommand(
  typed: readonly string[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (typed.length === 0) {
    terminal.note(overview(commands))
    return 2
  }
  if (typed[0] === '--version') {
    const { version } = await import('../version.ts')
    terminal.print(version)
    return 0
  }
  if (typed[0] === 'help' || (words.length === 0 && wantsHelp(typed))) {
    terminal.print(overview(commands))
    return 0
  }
  if (wantsHelp(typed) && words.length === 1 && group.length > 0) {
    terminal.print(overview(group, words[0]))
    return 0
  }
  throw unknownCommand(words, group)
}

function findCommand(words: readonly string[]): CommandEntry | undefined {
  return [2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .map((name) => commands.find((entry) => entry.name === name))
    .find((entry) => entry !== undefined)
}

function leadingWords(typed: readonly string[]): string[] {
  const end = typed.findIndex((word) => word.startsWith('-'))
  return typed.slice(0, end === -1 ? undefined : end)
}

/** Everything after `--` is an argument, not an option. */
function wantsHelp(typed: readonly string[]): boolean {
  const end = typed.indexOf('--')
  const options = end === -1 ? typed : typed.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

function unknownCommand(words: readonly string[], group: readonly CommandEntry[]): UsageError {
  if (words.length === 0) return new UsageError('put the command before its options')
  if (group.length > 0 && words.length === 1) {
    const names = group.map(({ name }) => name.split(' ')[1])
    return new UsageError(`${words[0]} needs a subcommand: ${names.join(', ')}`)
  }
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  const names = group.length > 0 ? group : commands
  const guess = nearest(
    typed,
    names.flatMap(({ name }) => [name, ...name.split(' ').slice(0, 1)]),
    2,
  )
  return new UsageError(`unknown command "${typed}"${guess ? `; did you mean "${guess}"?` : ''}`)
}
