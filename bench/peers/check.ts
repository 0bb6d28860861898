/** Compares a contender's responses with the plain model before anything is measured. */
import { articleValues, authorName, categoryName } from '../article-values.ts'
import { counterMark } from '../load.ts'
import { expectedResponses, type Expected } from '../model.ts'
import { newArticle, readNames, type ReadQuery } from '../operations.ts'
import type { Contender } from './contender.ts'
import type { ParsedResponse, ShownArticle } from './peer.ts'
import { sharedQueries } from './queries.ts'

/** Number of requests per operation. */
const checked = 40

export interface Checks {
  readonly readQueries: readonly ReadQuery[]
  readonly expected: readonly Expected[]
}

export function createChecks(size: number): Checks {
  const readQueries = readNames.flatMap((name) => sharedQueries(name, size).slice(0, checked))
  return { readQueries, expected: expectedResponses(readQueries, size) }
}

/** Rejects at the first wrong response. */
export async function checkResponses(
  one: Contender,
  { readQueries, expected }: Checks,
): Promise<void> {
  for (const [index, readQuery] of readQueries.entries()) {
    const response = one.shown(await request(one, one.path(readQuery)))
    const problem = problemOf(response, expected[index] ?? { total: 0, articles: [] })
    if (problem) throw new Error(`wrong response to ${JSON.stringify(readQuery)}: ${problem}`)
  }
}

/** A new article must be readable at once, complete, and the newest. */
export async function checkCreation(one: Contender, size: number): Promise<void> {
  const { path, body } = one.creation
  const named = body.replaceAll(counterMark, 'examined')
  await request(one, path, named)
  const { total, articles } = one.shown(await request(one, one.path({ limit: 20, offset: 0 })))
  const newest = articles[0]
  const isThere =
    total === size + 1 &&
    newest?.slug === 'new-examined' &&
    newest.body === newArticle.body &&
    newest.author.name === authorName(newArticle.author)
  if (!isThere) throw new Error(`the new article is not the newest: ${newest?.slug} of ${total}`)
}

async function request(
  { port, headers }: Contender,
  path: string,
  body?: string,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
  return JSON.parse(text)
}

function problemOf({ total, articles }: ParsedResponse, expected: Expected): string | undefined {
  if (total !== expected.total) return `a total of ${total}, not ${expected.total}`
  const got = articles.map(({ slug }) => slug).join()
  const wanted = expected.articles.map((n) => articleValues(n).slug).join()
  if (got !== wanted) return `${got}, not ${wanted}`
  const broken = articles.find(
    (article, index) => !isComplete(article, expected.articles[index] ?? 0),
  )
  return broken && `${broken.slug} is incomplete`
}

/** Whether the text and the references are complete. */
function isComplete({ title, body, author, category }: ShownArticle, n: number): boolean {
  const values = articleValues(n)
  return (
    title === values.title &&
    body === values.body &&
    author.name === authorName(values.author) &&
    category.name === categoryName(values.category)
  )
}
