import type { Field } from '@octavo/schema/definitions.ts'
import type { OwnerPresentation } from '@octavo/schema/presentation.ts'
import type { Entry } from './entries.ts'

/** The fields of an entry of a repeat or combination, and the path of their values. */
export interface EntryKind {
  /** Shown before the summary; '' for none. */
  name: string
  fields: Field[]
  groups?: OwnerPresentation['groups']
  /** The path of the fields relative to the entry. */
  path: '' | '.fields'
  values: (entry: Entry) => Record<string, unknown>
  withValues: (entry: Entry, values: Record<string, unknown>) => Entry
}
