/** Checks responses before anything is measured. */
import { articleValues, authorName, categoryName } from './article-values.ts'
import { articleId } from './articles.ts'
import { expectedResponses, type Expected } from './model.ts'
import { octavoPath, readQueriesOf, type ReadQuery, type ReadName } from './operations.ts'

/** Number of different responses of an operation that are checked and given to the bare server. */
const maxQueries = 200
/** Fewer for searches, which are expensive in the plain model too. */
const [maxSearches, checkedSearches] = [40, 12]

export class WrongResponse extends Error {}

export interface Shown {
  readQueries: ReadQuery[]
  /** Bodies by path. */
  responses: Map<string, Buffer>
}

const expectedBySet = new Map<string, Expected[]>()

/** Compares responses with the data set, and returns them for the bare server. */
export async function checkedResponses(
  names: readonly ReadName[],
  size: number,
  fetchBody: (path: string) => Promise<Buffer>,
): Promise<Map<ReadName, Shown>> {
  const shown = new Map<ReadName, Shown>()
  const checked: { readQuery: ReadQuery; body: Buffer }[] = []
  for (const name of names) {
    const isSearch = name.startsWith('R6')
    const readQueries = readQueriesOf(name, size, isSearch ? maxSearches : maxQueries)
    const responses = new Map<string, Buffer>()
    const limit = isSearch ? checkedSearches : Infinity
    for (const [index, readQuery] of readQueries.entries()) {
      const body = await fetchBody(octavoPath(readQuery))
      responses.set(octavoPath(readQuery), body)
      if (index < limit) checked.push({ readQuery, body })
    }
    shown.set(name, { readQueries, responses })
  }
  const set = `${size} ${names.join()}`
  const expected =
    expectedBySet.get(set) ??
    expectedResponses(
      checked.map(({ readQuery }) => readQuery),
      size,
    )
  expectedBySet.set(set, expected)
  checked.forEach(({ readQuery, body }, index) => {
    compare(readQuery, JSON.parse(body.toString()) as ParsedResponse, expected[index])
  })
  return shown
}

/** All articles are published, so a published key must get the same bytes, from the cache. */
export async function checkCached(
  { responses }: Shown,
  baseUrl: string,
  key: string,
): Promise<void> {
  for (const [path, body] of responses) {
    const response = await fetch(new URL(path, baseUrl), { headers: { 'X-SERVICE-API-KEY': key } })
    const isSame = body.equals(await response.bytes())
    const cacheStatus = response.headers.get('x-cache')
    if (isSame && cacheStatus === 'HIT') continue
    throw new WrongResponse(
      `${path}: ${isSame ? 'same' : 'other'} bytes, X-Cache is ${cacheStatus}`,
    )
  }
}

interface ShownArticle {
  _id: number
  title: string
  body: string
  author: { name: string }
  category: { name: string }
}
type ParsedResponse = ShownArticle | { total: number; data: ShownArticle[] }

function compare(
  readQuery: ReadQuery,
  response: ParsedResponse,
  expected: Expected | undefined,
): void {
  const { total, data } = 'data' in response ? response : { total: 1, data: [response] }
  const ids = expected?.articles.map(articleId).join()
  const got = data.map(({ _id: id }) => id).join()
  const isRight = total === expected?.total && got === ids && data.every(isComplete)
  if (isRight) return
  throw new WrongResponse(
    `${JSON.stringify(readQuery)}: total ${total}, not ${expected?.total}; ids ${got}, not ${ids}`,
  )
}

/** Whether the text and the references are complete. */
function isComplete({ _id, title, body, author, category }: ShownArticle): boolean {
  const values = articleValues(_id - articleId(0))
  return (
    title === values.title &&
    body === values.body &&
    author.name === authorName(values.author) &&
    category.name === categoryName(values.category)
  )
}
