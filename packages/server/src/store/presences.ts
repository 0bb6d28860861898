/** Who has an item open in Studio. */

export interface Presence {
  userId: number
  /** Distinguishes the pages of a user. */
  tab: string
  itemId: number
  /** LUID of the field that has the focus, and the language; null outside of fields. */
  field: string | null
  language: string | null
  seenAt: number
}

export interface PresenceReads {
  /** The pages of an item that were seen since a time, the longest absent last. */
  ofItem(itemId: number, since: number, limit: number): Promise<Presence[]>
  /** The pages of a user, the last seen first. */
  ofUser(userId: number): Promise<Presence[]>
}

export interface PresenceWrites {
  save(presence: Presence): Promise<void>
  remove(userId: number, tabs: readonly string[]): Promise<void>
  removeBefore(time: number): Promise<void>
}
