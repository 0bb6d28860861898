/** From what was typed to a command and its arguments. */
import { parseArgs } from 'node:util'
import { nearest } from '../modeling/nearest.ts'
import { UsageError, type Command, type CommandArgs, type Options } from './command.ts'

/** Options that every command takes. */
export const commonOptions = {
  data: { type: 'string', value: 'FOLDER', about: 'data folder (OCTAVO_DATA, ./data)' },
  database: {
    type: 'string',
    value: 'URL',
    about: 'postgres:// address instead of the embedded database (DATABASE_URL)',
  },
  root: { type: 'string', value: 'LUID', about: 'root space, where there is more than one' },
  help: { type: 'boolean', about: 'show this help' },
} as const satisfies Options

export interface ParsedArguments extends CommandArgs {
  /** Flags that settings are read from, with the rest. */
  flags: Readonly<Record<string, string | boolean | undefined>>
}

export function parseArguments(command: Command, typed: readonly string[]): ParsedArguments {
  const options: Options = { ...commonOptions, ...command.options }
  const { values, positionals } = parseTyped(options, typed)
  const missing = command.positionals[positionals.length]
  if (missing) throw new UsageError(`${missing.name} is missing`)
  const takesMany = command.positionals.at(-1)?.isMany === true
  const surplus = positionals[command.positionals.length]
  if (surplus !== undefined && !takesMany) {
    throw new UsageError(`"${surplus}" is one argument too many`)
  }
  return { flags: values, options: values as CommandArgs['options'], positionals }
}

function parseTyped(
  options: Options,
  typed: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const types = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...typed],
      options: Object.fromEntries(types),
      allowPositionals: true,
      tokens: true,
    })
    const given = tokens.filter((token) => token.kind === 'option')
    refuseRepeats(given.map(({ name }) => name))
    refuseEmpty(given)
    return { values: { ...values }, positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(usageMessage(error, options))
  }
}

function refuseRepeats(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new UsageError(`--${repeated} is given twice`)
}

/** Mostly a variable of a script that is not set: to go on would do something else than was meant. */
function refuseEmpty(given: readonly { name: string; value: string | undefined }[]): void {
  const empty = given.find(({ value }) => value === '')
  if (empty) throw new UsageError(`--${empty.name} needs a value`)
}

/** Node explains at length, over several lines; one is enough. */
function usageMessage(error: unknown, options: Options): string {
  const message = error instanceof Error ? error.message : String(error)
  const name = /'(-[^'\s<]*)/.exec(message)?.[1] ?? ''
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = Object.keys(options).map((option) => `--${option}`)
    const guess = nearest(name, known, 2)
    return `there is no option ${name}${guess ? `; did you mean ${guess}?` : ''}`
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const flag = name.replace(/^-\w, /, '')
    const option = options[flag.replace(/^--/, '')]
    return option?.type === 'boolean' ? `${flag} takes no value` : `${flag} needs a value`
  }
  return message.split('\n')[0] ?? message
}
