/** Saved views of content lists. */

export interface ViewRecord {
  id: string
  rootId: number
  /** The owner. Only they see it, unless it is shared. */
  userId: number
  isShared: boolean
  name: string
  /** The parameters of the list. */
  search: Record<string, string>
  createdAt: number
}

export interface ViewReads {
  /** Shared views and those of the user. */
  list(rootId: number, userId: number): Promise<ViewRecord[]>
}

export interface ViewWrites {
  save(view: ViewRecord): Promise<void>
  remove(id: string): Promise<void>
  /** Views of the user that are not shared. */
  removeOwn(userId: number): Promise<void>
}
