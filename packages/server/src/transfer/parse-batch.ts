import type { Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { deriveItem } from '../content/derive.ts'
import { valueProblems } from '../content/rules.ts'
import type { ValueNotes } from '../content/writing.ts'
import type { Derived, Item } from '../store/records.ts'
import { parseLine } from './parse-line.ts'
import type { TextLine } from './read-lines.ts'

export interface LineBatch {
  lines: readonly TextLine[]
  /** For lines that name none, in their order; there are enough. */
  newIds: readonly number[]
  now: number
}

/** A line, with all that can be said about it without looking into the store: plain data. */
export interface Candidate {
  line: number
  /** Its id is 0 only where something is wrong with the line. */
  item: Item
  /** Whether the line names the id. */
  isNamed: boolean
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

export function parseBatch(schema: Schema, { lines, newIds, now }: LineBatch): ParsedBatch {
  const unused = newIds.values()
  const candidates = lines.map(({ number: line, text, fault }): Candidate => {
    const { item, check } = parseLine(schema, { text, fault }, now)
    const { problems, contentNeeds, mediaNeeds } = check
    const isNamed = item.id > 0
    // Before anything is derived from the item: what readers see of it tells its id.
    if (!isNamed && problems.length === 0) item.id = nextOf(unused)
    return {
      line,
      item,
      isNamed,
      derived: deriveItem(schema, item),
      notes: { problems, contentNeeds, mediaNeeds },
      publication: problems.length === 0 ? valueProblems(schema, undefined, item) : [],
    }
  })
  return { version: schema.root.version, now, candidates }
}

function nextOf(ids: Iterator<number>): number {
  const next = ids.next()
  if (next.done) throw new Error('there are more lines without an id than were counted')
  return next.value
}
