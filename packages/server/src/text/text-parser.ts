/** What parses flexible texts of writes: here or in threads of its own, with the same results. */
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import { parseFlexible, type FlexibleFormats, type TextPolicy } from './flexible.ts'

export interface TextJob {
  readonly source: string
  readonly format: TextInputFormat
  readonly policy: TextPolicy
}

/** `not read`: a text before it in the same request has used up the time. */
export type TextResult = FlexibleFormats | 'too complex' | 'not read'

/** For whom it is done: everybody who waits gets their turn. */
export interface TextOwner {
  readonly rootId: number
  /** Key or account. */
  readonly actor: string
}

export interface TextLimits {
  /** Of all texts of a request together. */
  readonly maxCharacters: number
  /** So many characters of a request are parsed in the thread that serves; the rest by the parser. */
  readonly charactersHere: number
}

export interface TextParser {
  readonly limits: TextLimits
  /** One result for each job. Throws `Unavailable` where too many wait. */
  parse(owner: TextOwner, jobs: readonly TextJob[]): Promise<TextResult[]>
}

export function parseJob({ source, format, policy }: TextJob): FlexibleFormats {
  return parseFlexible(source, format, policy)
}

export const noTextLimits: TextLimits = { maxCharacters: Infinity, charactersHere: Infinity }

/** For commands, which no other request waits for: all in this thread. */
export const unboundedParser: TextParser = {
  limits: noTextLimits,
  parse: async (_, jobs) => jobs.map(parseJob),
}
