/** The definition of a command. `run.ts` parses arguments, prints help and reports errors for all of them. */
import type { CommandContext } from './context.ts'

export interface Option {
  readonly type: 'string' | 'boolean'
  /** Placeholder of the value in the help: `--name NAME`. */
  readonly value?: string
  readonly about: string
}

export type Options = Readonly<Record<string, Option>>

export interface Positional {
  /** In capitals, as the help shows it. */
  readonly name: string
  /** Takes all remaining arguments, at least one. */
  readonly isMany?: true
  /** May be left out. */
  readonly isOptional?: true
}

export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

export interface CommandArgs<O extends Options = Options> {
  readonly options: OptionValues<O>
  /** Exactly as many as the command declares, or more if the last one has `isMany`. Optional ones may be missing. */
  readonly positionals: readonly string[]
}

export interface Command<O extends Options = Options> {
  readonly options: O
  readonly positionals: readonly Positional[]
  /** A few lines of help below the summary. */
  readonly details?: string
  /** Fails if there is no database, instead of creating one. */
  readonly needsDatabase?: true
  /** Whether it also works on another installation, through its management API (`--url`). */
  readonly takesUrl?: true
  /** Returns an exit code if that is neither 0 nor an error. */
  run(args: CommandArgs<O>, context: CommandContext): Promise<number | void>
}

/** An entry in the list of commands. The implementation is loaded on demand. */
export interface CommandEntry {
  /** As typed: `key create`. */
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** Gives `run` the types of the declared options. Options and positionals default to none. */
export function defineCommand<const O extends Options>(
  command: Omit<Command<O>, 'options' | 'positionals'> &
    Partial<Pick<Command<O>, 'options' | 'positionals'>>,
): Command {
  return { options: {}, positionals: [], ...command }
}

/** The command line is invalid. Prints one line that ends with a pointer to the help; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed. Prints one line that says what to do next; exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The value of a required option. */
export function required<O extends Options>(
  { options }: CommandArgs<O>,
  name: keyof O & string,
): string {
  const value = options[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`missing option --${name}`)
}

/** A whole number of zero or more; undefined if the option was not given. */
export function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new UsageError(`--${name} must be a whole number of zero or more, not "${text}"`)
}

export function oneOf<Word extends string>(
  text: string,
  words: readonly Word[],
  name: string,
): Word {
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw new UsageError(`--${name} must be one of ${words.join(', ')}, not "${text}"`)
}

export function idOf(text: string): number {
  const id = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UsageError(`"${text}" is not an id; an id is a positive whole number`)
}
