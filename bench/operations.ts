/**
 * The measured operations, independent of any API, so that all servers get the same requests. The
 * requests of an operation differ from each other, unless the operation is one fixed list.
 */
import {
  articleValues,
  authorCount,
  authorName,
  categoryCount,
  englishPlace,
  japanesePlace,
  kinds,
  placeCount,
  randomFrom,
} from './article-values.ts'
import { articleId } from './articles.ts'
import { counterMark } from './load.ts'

export const readNames = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6 ASCII', 'R6 Japanese'] as const
export type ReadName = (typeof readNames)[number]

/** One article by its number, or a list of articles, newest first by default. */
export type ReadQuery = { readonly article: number } | ListQuery

export interface ListQuery {
  readonly limit: number
  readonly offset: number
  readonly kind?: (typeof kinds)[number]
  /** 1 to 20. */
  readonly category?: number
  /** Name of the article's author. */
  readonly authorName?: string
  /** A substring of any text of the article. */
  readonly contains?: string
  /** Sorts by start time, latest first. */
  readonly byStart?: true
}

type Pick = (count: number) => number

interface Operation {
  readonly title: string
  /** Whether the requests differ from each other. */
  readonly varies: boolean
  readQuery(pick: Pick, size: number): ReadQuery
}

/** Pages begin at varying offsets, so that there are more different requests than authors. */
const starts = 40

export const operations: Record<ReadName, Operation> = {
  R1: {
    title: 'one by id with references',
    varies: true,
    readQuery: (pick, size) => ({ article: 1 + pick(size) }),
  },
  R2: {
    title: 'newest 20 with total',
    varies: false,
    readQuery: () => ({ limit: 20, offset: 0 }),
  },
  R3: {
    title: 'newest 100 with total',
    varies: false,
    readQuery: () => ({ limit: 100, offset: 0 }),
  },
  R4: {
    title: 'two filters, sorted by another field, 20, total',
    varies: true,
    readQuery: (pick) => ({
      limit: 20,
      offset: pick(starts),
      kind: kinds[pick(kinds.length)] ?? 'news',
      category: 1 + pick(categoryCount),
      byStart: true,
    }),
  },
  R5: {
    title: "filter on the author's name, 20, total",
    varies: true,
    readQuery: (pick) => ({
      limit: 20,
      offset: pick(starts),
      authorName: authorName(1 + pick(authorCount)),
    }),
  },
  'R6 ASCII': {
    title: 'five letters inside a word, 20, total',
    varies: true,
    readQuery: (pick) => ({
      limit: 20,
      offset: pick(starts / 4),
      contains: englishPlace(pick(placeCount)).slice(1),
    }),
  },
  'R6 Japanese': {
    title: 'two Japanese characters, 20, total',
    varies: true,
    readQuery: (pick) => ({
      limit: 20,
      offset: pick(starts / 4),
      contains: japanesePlace(pick(placeCount)),
    }),
  },
}

/** Returns up to `most` different queries, the same ones every time. */
export function readQueriesOf(name: ReadName, size: number, most: number): ReadQuery[] {
  const { readQuery, varies } = operations[name]
  const random = randomFrom(readNames.indexOf(name) + 1)
  const pick = (count: number): number => Math.floor(random() * count)
  const wanted = varies ? most : 1
  const readQueries = new Map<string, ReadQuery>()
  for (let tries = 0; tries < wanted * 4 && readQueries.size < wanted; tries++) {
    const next = readQuery(pick, size)
    readQueries.set(JSON.stringify(next), next)
  }
  return [...readQueries.values()]
}

/** Converts a query to a path of Octavo's API. */
export function octavoPath(readQuery: ReadQuery): string {
  if ('article' in readQuery) return `/v1/contents/${articleId(readQuery.article)}?depth=1`
  const { limit, offset, kind, category, authorName: name, contains, byStart } = readQuery
  const query = new URLSearchParams({ model: 'article', depth: '1', limit: String(limit) })
  if (offset > 0) query.set('offset', String(offset))
  if (kind !== undefined) query.set('kind[eq]', kind)
  if (category !== undefined) query.set('category[eq]', String(authorCount + category))
  if (name !== undefined) query.set('author.name[eq]', name)
  if (contains !== undefined) query.set('contains', contains)
  if (byStart) query.set('order', '-starts_at')
  return `/v1/contents?${query.toString()}`
}

/** W1: a new published article; `counterMark` makes its unique field differ. */
export const newArticle = {
  ...articleValues(1_000_000_007),
  title: `A new article ${counterMark}`,
  slug: `new-${counterMark}`,
}

export function octavoCreation(): { path: string; body: string } {
  const { startsAt, category, ...values } = newArticle
  const times = { starts_at: new Date(startsAt).toISOString(), category: authorCount + category }
  const body = JSON.stringify({ fields: { ...values, ...times } })
  return { path: '/v1/contents?model=article&published=true', body }
}
