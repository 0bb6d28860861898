import type { Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { deriveItem } from '../content/derive.ts'
import { valueProblems } from '../content/rules.ts'
import type { ValueNotes } from '../content/writing.ts'
import type { Derived, Item } from '../store/records.ts'
import { parseLine } from './parse-line.ts'
import type { TextLine } from './read-lines.ts'

/** A line, with all that can be said about it without looking into the store: plain data. */
export interface Candidate {
  line: number
  /** Its id is 0 where the line names none. */
  item: Item
  derived: Derived
  notes: ValueNotes
  /** What keeps its published data from being published. */
  publication: readonly Problem[]
}

export interface ParsedBatch {
  /** Version of the schema that the lines were read with. */
  version: number
  now: number
  candidates: readonly Candidate[]
}

export function parseBatch(schema: Schema, lines: readonly TextLine[], now: number): ParsedBatch {
  const candidates = lines.map(({ number: line, text, fault }): Candidate => {
    const { item, check } = parseLine(schema, { text, fault }, now)
    const { problems, contentNeeds, mediaNeeds } = check
    return {
      line,
      item,
      derived: deriveItem(schema, item),
      notes: { problems, contentNeeds, mediaNeeds },
      publication: problems.length === 0 ? valueProblems(schema, undefined, item) : [],
    }
  })
  return { version: schema.root.version, now, candidates }
}
