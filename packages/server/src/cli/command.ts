/** What a command of `octavo` is: a value. The frame parses, helps and reports for all of them. */
import type { CommandContext } from './context.ts'

export interface Option {
  readonly type: 'string' | 'boolean'
  /** Stands for the value in the help: `--name NAME`. */
  readonly value?: string
  readonly about: string
}

export type Options = Readonly<Record<string, Option>>

export interface Positional {
  /** In capitals, as the help shows it. */
  readonly name: string
  /** Takes all that remain, one at least. */
  readonly isMany?: true
}

export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

export interface CommandArgs<O extends Options = Options> {
  readonly options: OptionValues<O>
  /** Exactly as many as the command declares, or more where the last takes many. */
  readonly positionals: readonly string[]
}

export interface Command<O extends Options = Options> {
  readonly options: O
  readonly positionals: readonly Positional[]
  /** What the help says beyond the summary: a few lines. */
  readonly details?: string
  /** Only looks: refuses to make a database where there is none. */
  readonly needsDatabase?: true
  run(args: CommandArgs<O>, context: CommandContext): Promise<void>
}

/** A command as the list of all knows it: what it does is loaded when it is asked for. */
export interface CommandEntry {
  /** As typed: `key create`. */
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** Gives `run` the types of the options that the command declares. Most commands take no options or positionals. */
export function defineCommand<const O extends Options>(
  command: Omit<Command<O>, 'options' | 'positionals'> &
    Partial<Pick<Command<O>, 'options' | 'positionals'>>,
): Command {
  return { options: {}, positionals: [], ...command }
}

/** What was typed makes no sense: one line, then how to get help, and exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What was asked for cannot be done: one line that says what to do about it, and exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The value of an option that the command cannot do without. */
export function required<O extends Options>(
  { options }: CommandArgs<O>,
  name: keyof O & string,
): string {
  const value = options[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is missing`)
}

/** A whole number of zero or more; undefined where the option was not given. */
export function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new UsageError(`--${name} must be a whole number of zero or more, not "${text}"`)
}

/** One of a few words. */
export function oneOf<Word extends string>(
  text: string,
  words: readonly Word[],
  name: string,
): Word {
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw new UsageError(`--${name} must be ${words.join(', ')}, not "${text}"`)
}

/** An id as it is typed. */
export function idOf(text: string): number {
  const id = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UsageError(`"${text}" is not an id: ids are positive whole numbers`)
}
