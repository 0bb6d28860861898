/** Dates by which items are to be reviewed. They change nothing that readers see. */
export interface Review {
  itemId: number
  rootId: number
  /** YYYY-MM-DD */
  dueOn: string
}

export interface ReviewFilter {
  rootId: number
  /** Null for all spaces. */
  spaceIds: readonly number[] | null
  /** YYYY-MM-DD: reviews up to this day. */
  until: string
}

export interface ReviewReads {
  ofItems(itemIds: readonly number[]): Promise<Review[]>
  /** Of items that are neither archived nor in the trash, by date. */
  due(filter: ReviewFilter, limit: number): Promise<Review[]>
}

export interface ReviewWrites {
  /** Replaces an earlier date of the item. */
  save(review: Review): Promise<void>
  remove(itemIds: readonly number[]): Promise<void>
}
