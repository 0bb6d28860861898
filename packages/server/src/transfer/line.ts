/** The line format of import and export: one JSON object per item. */

/** Keys in the order of the output. */
export interface ItemLine {
  model: string
  /** LUID; absent for the parent space. */
  space?: string
  id?: number
  /** Whether the data at the top is published. */
  published: boolean
  created_at?: string
  /** `fields` for the main language, `fields[ja]` for another one. */
  [fields: `fields${string}`]: unknown
  /** Drafts in addition to published data, with the same names. */
  draft?: { [fields: `fields${string}`]: unknown }
  /** The time of archiving; `true` in a file means the time of the import. */
  archived?: string | true
  times?: Record<string, LineTimes>
}

export const timeNames = [
  'published_at',
  'last_published_at',
  'published_updated_at',
  'draft_updated_at',
] as const

export type LineTimes = { [Name in (typeof timeNames)[number]]?: string }
