/** Parses the command line into a command and its arguments. */
import { parseArgs } from 'node:util'
import { nearest } from '@octavo/schema/nearest.ts'
import { UsageError, type Command, type CommandArgs, type Options } from './command.ts'

/** Options of every command. */
const commonOptions = {
  data: { type: 'string', value: 'FOLDER', about: 'data folder (OCTAVO_DATA, default: ./data)' },
  database: {
    type: 'string',
    value: 'URL',
    about: 'PostgreSQL address, instead of the embedded database (DATABASE_URL)',
  },
  config: {
    type: 'string',
    value: 'FILE',
    about: 'configuration file (default: octavo.config.ts in the working folder)',
  },
  root: { type: 'string', value: 'LUID', about: 'root space, if there is more than one' },
  help: { type: 'boolean', about: 'show this help' },
} as const satisfies Options

const urlOption = {
  url: {
    type: 'string',
    value: 'URL',
    about: 'work on this installation, with the token in OCTAVO_TOKEN (OCTAVO_URL)',
  },
} as const satisfies Options

/** The options of a command, those of all commands included. */
export function optionsOf({ options, takesUrl }: Pick<Command, 'options' | 'takesUrl'>): Options {
  return { ...options, ...(takesUrl && urlOption), ...commonOptions }
}

export interface ParsedArguments extends CommandArgs {
  /** All options, including those that override settings. */
  flags: Readonly<Record<string, string | boolean | undefined>>
}

export function parseArguments(command: Command, typed: readonly string[]): ParsedArguments {
  const options = optionsOf(command)
  const { values, positionals } = parseTyped(options, typed)
  const missing = command.positionals[positionals.length]
  if (missing && !missing.isOptional) throw new UsageError(`missing argument ${missing.name}`)
  const takesMany = command.positionals.at(-1)?.isMany === true
  const surplus = positionals[command.positionals.length]
  if (surplus !== undefined && !takesMany) {
    throw new UsageError(`unexpected argument "${surplus}"`)
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
    rejectRepeats(given.map(({ name }) => name))
    rejectEmpty(given)
    return { values: { ...values }, positionals }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(usageMessage(error, options))
  }
}

function rejectRepeats(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new UsageError(`--${repeated} may be given only once`)
}

/** An empty value is usually an unset variable of a script, so falling back to the default is not safe. */
function rejectEmpty(given: readonly { name: string; value: string | undefined }[]): void {
  const empty = given.find(({ value }) => value === '')
  if (empty) throw new UsageError(`--${empty.name} needs a value`)
}

/** Shortens the errors of `parseArgs`, which span several lines. */
function usageMessage(error: unknown, options: Options): string {
  const message = error instanceof Error ? error.message : String(error)
  const name = /'(-[^'\s<]*)/.exec(message)?.[1] ?? ''
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = Object.keys(options).map((option) => `--${option}`)
    const guess = nearest(name, known, 2)
    return `unknown option ${name}${guess ? `; did you mean ${guess}?` : ''}`
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const flag = name.replace(/^-\w, /, '')
    const option = options[flag.replace(/^--/, '')]
    return option?.type === 'boolean' ? `${flag} takes no value` : `${flag} needs a value`
  }
  return message.split('\n')[0] ?? message
}
