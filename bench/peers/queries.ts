/** The requests that all contenders get. */
import { expectedResponses } from '../model.ts'
import { readQueriesOf, type ListQuery, type ReadQuery, type ReadName } from '../operations.ts'

const most = 2_000

/** Offsets are multiples of the limit, and pages are not empty: some peers support nothing else. */
export function sharedQueries(name: ReadName, size: number): ReadQuery[] {
  const readQueries = readQueriesOf(name, size, most).map(atWholePage)
  const different = new Map(readQueries.map((one) => [JSON.stringify(one), one]))
  for (const empty of emptyPages([...different.values()], size)) {
    different.delete(JSON.stringify(empty))
  }
  return [...different.values()]
}

function atWholePage(readQuery: ReadQuery): ReadQuery {
  if ('article' in readQuery) return readQuery
  const { offset, limit } = readQuery
  return { ...readQuery, offset: offset - (offset % limit) }
}

function emptyPages(readQueries: readonly ReadQuery[], size: number): ReadQuery[] {
  const isLater = (one: ReadQuery): one is ListQuery => !('article' in one) && one.offset > 0
  const later = readQueries.filter(isLater)
  const expected = expectedResponses(later, size)
  return later.filter((_, index) => expected[index]?.articles.length === 0)
}
