/** Which media a request lists, and in which order. */
export interface MediaFilter {
  rootId: number
  state: 'active' | 'archived' | 'trash'
  spaceIds: readonly number[] | null
  /** Folded keywords; the file name or an alternative text must contain each of them. */
  contains: readonly string[]
  /** Content types and prefixes of them; null for all. `except` inverts the filter. */
  types: { exact?: readonly string[]; starts: readonly string[]; except: boolean } | null
  /** Includes the folders in it; '' for media in no folder, null for all. */
  folder: string | null
  /** Media must have all of them. */
  tags: readonly string[]
  /** Only media without an alternative text in this language. */
  withoutAlt: number | null
  order: {
    by: 'created_at' | 'filename' | 'bytes' | 'type' | 'id' | 'archived_at' | 'deleted_at'
    isDescending: boolean
  }
}
