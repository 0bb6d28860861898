/** One item as one JSON object on one line. */

/** The keys of a line, in the order in which they are written. */
export interface ItemLine {
  model: string
  /** LUID; absent for the parent space. */
  space?: string
  id?: number
  /** Whether the data at the top is published. */
  published: boolean
  created_at?: string
  /** `fields` is the main language's, `fields[ja]` that of another. */
  [fields: `fields${string}`]: unknown
  /** Drafts beside published data, by the same names. */
  draft?: { [fields: `fields${string}`]: unknown }
  /** Since when; `true` in a file means since the import. */
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
