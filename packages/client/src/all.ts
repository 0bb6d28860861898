/** Iterates over all matching items page by page, also while items change. */
import type { ReadOptions } from './query.ts'

export interface WalkOptions extends Omit<
  ReadOptions,
  'limit' | 'offset' | 'cursor' | 'total' | 'facets' | 'include'
> {
  readonly pageSize?: number
}

export type Row = Record<string, unknown>
export type FetchPage = (
  options: ReadOptions,
) => Promise<{ data: Row[]; next_cursor?: string | null }>

export async function* walk(fetchPage: FetchPage, options: WalkOptions): AsyncGenerator<Row> {
  const { pageSize = 100, ...rest } = options
  let cursor: string | null | undefined = 'start'
  while (cursor !== null) {
    const page = await fetchPage({ ...rest, limit: pageSize, cursor, total: false })
    yield* page.data
    cursor = page.next_cursor
    // A server without cursors would return the first page again and again.
    if (cursor === undefined) throw new Error('the server does not support cursors: update it')
  }
}
