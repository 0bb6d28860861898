import type { Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { deriveItem } from '../content/derive.ts'
import { clearHidden } from '../content/hidden.ts'
import { valueProblems } from '../content/rules.ts'
import { parsedHere, type TextSource } from '../content/texts.ts'
import type { ValueNotes } from '../content/writing.ts'
import type { Derived, Item } from '../store/records.ts'
import { parseLine } from './parse-line.ts'
import type { TextLine } from './read-lines.ts'

export interface LineBatch {
  lines: readonly TextLine[]
  /** For the lines without an id, in order. */
  newIds: readonly number[]
  now: number
}

/** A parsed line with all problems that need no access to the store. Plain data, for `postMessage`. */
export interface Candidate {
  line: number
  /** Its id is 0 only if the line is invalid. */
  item: Item
  /** True if the line contains the id. */
  isNamed: boolean
  derived: Derived
  notes: ValueNotes
  /** Problems that prevent its published data from being published. */
  publication: readonly Problem[]
}

export interface ParsedBatch {
  /** Version of the schema that the lines were parsed with. */
  version: number
  now: number
  candidates: readonly Candidate[]
}

export function parseBatch(schema: Schema, { lines, newIds, now }: LineBatch): ParsedBatch {
  const unused = newIds.values()
  const candidates = lines.map((line) => candidateOf(schema, line, unused, now, parsedHere))
  return { version: schema.root.version, now, candidates }
}

/** Throws `TextsPending` if the source has not parsed all texts yet. */
export function candidateOf(
  schema: Schema,
  { number: line, text, fault }: TextLine,
  unusedIds: Iterator<number>,
  now: number,
  texts: TextSource,
): Candidate {
  const { item: parsed, check } = parseLine(schema, { text, fault }, now, texts)
  check.requireTexts()
  const item = clearHidden(schema, undefined, parsed, now)
  const { problems, contentNeeds, mediaNeeds } = check
  const isNamed = item.id > 0
  // Assign the id before deriving, because derived documents contain it.
  if (!isNamed && problems.length === 0) item.id = nextOf(unusedIds)
  return {
    line,
    item,
    isNamed,
    derived: deriveItem(schema, item),
    notes: { problems, contentNeeds, mediaNeeds },
    publication: problems.length === 0 ? valueProblems(schema, undefined, item) : [],
  }
}

function nextOf(ids: Iterator<number>): number {
  const next = ids.next()
  if (next.done) throw new Error('not enough new ids for the lines of this batch')
  return next.value
}
