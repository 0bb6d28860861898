/** Prints an error as one line, or as one line for each problem of a `Refusal`. */
import { formatProblem, Refusal } from '@octavo/schema/errors.ts'
import { BadConfig } from '../config-file/bad-config.ts'
import { BadSetting, isDebugging } from '../config.ts'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { explain } from './explain.ts'
import type { Terminal } from './terminal.ts'

/** Returns the exit code: 2 for an invalid command line or setting, 1 for any other error. */
export function reportError(
  error: unknown,
  typed: readonly string[],
  terminal: Terminal,
  environment?: NodeJS.ProcessEnv,
): number {
  if (isDebugging(environment) && error instanceof Error) terminal.note(traceOf(error))
  if (error instanceof UsageError || error instanceof BadSetting) {
    const end = error.message.endsWith('?') ? '' : '.'
    terminal.note(`octavo: ${error.message}${end} See octavo ${commandWords(typed)}--help.`)
    return 2
  }
  if (error instanceof BadConfig) {
    for (const problem of error.problems) terminal.note(`octavo: ${formatProblem(problem)}`)
    terminal.note('Nothing was changed. Fix the file and run the command again.')
    return 2
  }
  if (error instanceof Refusal) {
    for (const problem of error.problems) terminal.note(`octavo: ${formatProblem(problem)}`)
    return 1
  }
  terminal.note(`octavo: ${explain(error)}`)
  return 1
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\n${traceOf(error.cause)}` : ''
  return `${error.stack}${cause}`
}

/** The leading words that name a command or a group of commands. */
function commandWords(typed: readonly string[]): string {
  const candidates = [2, 1].map((count) => `${typed.slice(0, count).join(' ')} `)
  const isKnown = (words: string): boolean =>
    commands.some(({ name }) => `${name} `.startsWith(words))
  return candidates.find(isKnown) ?? ''
}
