import type { Field } from '@octavo/schema/definitions.ts'
import type { Entry } from './entries.ts'

/** What an entry of a repeat or combination is made of, and where its values lie. */
export interface EntryKind {
  /** Shown before the summary; '' for none. */
  name: string
  fields: Field[]
  /** What stands between the path of the entry and that of its fields. */
  path: '' | '.fields'
  values: (entry: Entry) => Record<string, unknown>
  withValues: (entry: Entry, values: Record<string, unknown>) => Entry
}
