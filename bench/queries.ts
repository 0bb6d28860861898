/**
 * `npm run bench:queries -- [--sizes 100000,1000000] [--database sqlite|postgres] [--data folder]`
 *
 * Measures filters, cursors and facets against simpler reads: each row is a median in milliseconds, and its
 * ratio to the slower of the reads that it is compared with. Nothing is cached but estimates, so each read
 * is a first one with its parameters. The exit code is 1 if a ratio is above its limit.
 */
import { parseArgs } from 'node:util'
import type { Schema } from '@octavo/schema/schema.ts'
import { createDocumentCache } from '../packages/server/src/delivery/document-cache.ts'
import { listContents } from '../packages/server/src/delivery/read-contents.ts'
import { createSnapshots } from '../packages/server/src/store/cache/snapshots.ts'
import { storeReader } from '../packages/server/src/testing/store-reader.ts'
import { createReadCache } from '../packages/server/src/store/sql/read/read-cache.ts'
import { sqlStore } from '../packages/server/src/store/sql/store.ts'
import type { Store } from '../packages/server/src/store/store.ts'
import { openDatabase } from '../packages/server/src/testing/open-database.ts'
import { findPublication } from './articles.ts'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { median } from './results.ts'

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000' },
    database: { type: 'string' },
    data: { type: 'string' },
  },
})
const sizes = given.sizes.split(',').map(Number)
const key = { reads: 'draft', spaceIds: null } as const
const rounds = 7
const pageSize = 20
const deadline = 60_000

type Query = readonly (readonly [name: string, value: string])[]

interface Row {
  readonly title: string
  query(round: number): Query
  /** Titles of the reads to compare with. */
  readonly than?: readonly string[]
  readonly atMost?: number
}

const kinds = ['news', 'essay', 'note', 'review']
const kind = (round: number): string => kinds[round % 4] ?? ''
const author = (round: number): number => 1 + (round % 50)
const tag = (round: number): string => `tag-${round % 200}`
const where = (...any: object[]): Query => [['where', JSON.stringify({ $or: any })]]
const isKind = (round: number): object => ({ kind: { eq: kind(round) } })
const isAuthor = (round: number): object => ({ author: { eq: author(round) } })
const isTag = (round: number): object => ({ tag: { eq: tag(round) } })

const rows: readonly Row[] = [
  { title: 'kind', query: (round) => [['kind[eq]', kind(round)]] },
  { title: 'two kinds', query: (round) => [['kind[in]', `${kind(round)},${kind(round + 1)}`]] },
  { title: 'author', query: (round) => [['author[eq]', String(author(round))]] },
  { title: 'tag', query: (round) => [['tag[eq]', tag(round)]] },
  {
    title: 'author by name',
    query: (round) => [['author.name[contains]', `author ${author(round)} `]],
  },
  {
    title: 'kind or author',
    query: (round) => where(isKind(round), isAuthor(round)),
    than: ['kind', 'author'],
    atMost: 3,
  },
  {
    title: 'tag or author',
    query: (round) => where(isTag(round), isAuthor(round)),
    than: ['tag', 'author'],
    atMost: 3,
  },
  {
    title: 'two kinds or author',
    query: (round) => where({ kind: { in: [kind(round), kind(round + 1)] } }, isAuthor(round)),
    than: ['two kinds', 'author'],
    atMost: 3,
  },
  {
    title: 'tag or author by name',
    query: (round) =>
      where(isTag(round), { 'author.name': { contains: `author ${author(round)} ` } }),
    than: ['tag', 'author by name'],
    atMost: 3,
  },
  {
    title: 'kind or author, by title',
    query: (round) => [...where(isKind(round), isAuthor(round)), ['order', 'title']],
  },
  {
    title: 'not of a kind',
    query: (round) => [['kind[ne]', kind(round)]],
    than: ['kind'],
    atMost: 3,
  },
  {
    title: 'none of three kinds',
    query: (round) => [['kind[nin]', kinds.filter((one) => one !== kind(round)).join()]],
    than: ['kind'],
  },
  {
    title: 'without author',
    query: () => [['author[exists]', 'false']],
    than: ['author'],
    atMost: 3,
  },
  { title: 'without start', query: () => [['starts_at[exists]', 'false']], than: ['author'] },
  {
    title: 'title starts with',
    query: () => [['title[startswith]', 'Harbour mor']],
    than: ['kind'],
  },
  {
    title: 'kind, no total',
    query: (round) => [
      ['kind[eq]', kind(round)],
      ['total', 'false'],
    ],
  },
  {
    title: 'kind or author, no total',
    query: (round) => [...where(isKind(round), isAuthor(round)), ['total', 'false']],
    than: ['kind, no total'],
    atMost: 3,
  },
  { title: 'by title', query: () => [['order', 'title']] },
  { title: 'by name of the author', query: () => [['order', 'author.name']], than: ['by title'] },
  { title: 'facet', query: () => [['facets', 'kind']] },
  {
    title: 'tag, three facets',
    query: (round) => [
      ['tag[eq]', tag(round)],
      ['facets', 'kind,author,category'],
    ],
    than: ['tag'],
  },
  {
    title: 'kind, three facets',
    query: (round) => [
      ['kind[eq]', kind(round)],
      ['facets', 'featured,author,category'],
    ],
    than: ['kind'],
  },
  {
    title: 'kind or author, facet',
    query: (round) => [...where(isKind(round), isAuthor(round)), ['facets', 'category']],
  },
]

/** Lists whose first page and thousandth page by cursor are compared. */
const walks: readonly (readonly [title: string, query: Query])[] = [
  ['newest', []],
  ['by title', [['order', 'title']]],
  ['by name of the author', [['order', 'author.name']]],
  ['kind or author', where(isKind(0), isAuthor(0))],
]
const farPage = 1_000

let isAboveLimit = false

async function measure(database: DatabaseKind): Promise<void> {
  const sets = await openDataSets(database, { folder: given.data, sizes })
  try {
    for (const size of sizes) {
      const set = await sets.open(size)
      const never = { get: () => undefined, set: () => {} }
      const cache = { ...createReadCache(), totals: never }
      const store = sqlStore(openDatabase(set.address), cache)
      console.log(`\n${database}, ${size} articles`)
      await measureRows(store, await findPublication(store), size)
      await store.close()
      await set.end()
    }
  } finally {
    await sets.close()
  }
}

async function measureRows(store: Store, schema: Schema, size: number): Promise<void> {
  const delivery = { documents: createDocumentCache(50_000_000), assetsUrl: 'http://localhost' }
  const read = async (query: Query): Promise<{ ms: number; next: string | null }> => {
    const snapshots = createSnapshots(store)
    const started = performance.now()
    const { body } = await snapshots.read(
      (reading) =>
        listContents(delivery, {
          key,
          schema,
          reading,
          query: [['model', 'article'], ['limit', String(pageSize)], ['select', 'title'], ...query],
        }),
      storeReader(deadline, () => false),
    )
    const bytes = await body()
    const ms = performance.now() - started
    const { next_cursor: next = null } = JSON.parse(bytes.toString()) as { next_cursor?: string }
    return { ms, next }
  }
  // The first reads of a process are slower.
  for (const { query } of rows) await read(query(rounds))
  const medians = new Map<string, number>()
  for (const { title, query, than = [], atMost } of rows) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await read(query(round))).ms)
    const ms = median(times)
    medians.set(title, ms)
    report(title, ms, Math.max(...than.map((other) => medians.get(other) ?? 0)), atMost)
  }
  for (const [title, query] of walks) {
    const paged = (cursor: string): Query => [...query, ['total', 'false'], ['cursor', cursor]]
    let cursor = 'start'
    // The end of a list is another case: there, items without a sort key are searched.
    const pageNumber = Math.min(farPage, Math.floor(size / pageSize / 8))
    for (let page = 1; page < pageNumber; page++) {
      cursor = (await read(paged(cursor))).next ?? 'start'
    }
    const times = { first: [] as number[], last: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      times.first.push((await read(paged('start'))).ms)
      times.last.push((await read(paged(cursor))).ms)
    }
    const first = median(times.first)
    report(`${title}, page ${pageNumber} by cursor`, median(times.last), first, 1.5)
  }
}

function report(title: string, ms: number, other: number, atMost?: number): void {
  const ratio = other > 0 ? ms / other : undefined
  const isAbove = ratio !== undefined && atMost !== undefined && ratio > atMost
  if (isAbove) isAboveLimit = true
  const limit = atMost === undefined ? '' : `  at most ${atMost}${isAbove ? ': above' : ''}`
  const shown = ratio === undefined ? '' : `${ratio.toFixed(2)} ×`.padStart(10)
  console.log(`${title.padEnd(44)}${ms.toFixed(1).padStart(9)} ms${shown}${limit}`)
}

const databases: DatabaseKind[] = ['sqlite', 'postgres']
for (const database of databases) {
  if (!given.database || given.database === database) await measure(database)
}
process.exitCode = isAboveLimit ? 1 : 0
