/** The interface for parsing flexible text of writes, in this thread or in worker threads. */
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import { parseFlexible, type FlexibleFormats, type TextPolicy } from './flexible.ts'

export interface TextJob {
  readonly source: string
  readonly format: TextInputFormat
  readonly policy: TextPolicy
}

/** `not read`: an earlier text of the same request has used up the time. */
export type TextResult = FlexibleFormats | 'too complex' | 'not read'

/** The client that the work is for, for fair queueing. */
export interface TextOwner {
  readonly rootId: number
  /** API key or account. */
  readonly actor: string
}

export interface TextLimits {
  /** For all texts of a request together. */
  readonly maxCharacters: number
  /** Up to this many characters of a request are parsed in the main thread, the rest by the parser. */
  readonly charactersHere: number
}

export interface TextParser {
  readonly limits: TextLimits
  /** Returns one result per job. Throws `Unavailable` if the queue is full. */
  parse(owner: TextOwner, jobs: readonly TextJob[]): Promise<TextResult[]>
}

export function parseJob({ source, format, policy }: TextJob): FlexibleFormats {
  return parseFlexible(source, format, policy)
}

export const noTextLimits: TextLimits = { maxCharacters: Infinity, charactersHere: Infinity }

/** For CLI commands, which block no other requests: parses everything in this thread. */
export const unboundedParser: TextParser = {
  limits: noTextLimits,
  parse: async (_, jobs) => jobs.map(parseJob),
}
