/**
 * `npm run bench:growth -- [--sizes 1000,100000,1000000] [--database sqlite|postgres] [--data folder]
 *   [--only 'by id']`
 *
 * Measures how the cost of each kind of read grows with the number of items. Operations run with varying
 * parameters, most of which repeat as on a site, through the delivery code without HTTP. The result is
 * the median at the largest size divided by the median at the smallest. The slowest read is printed
 * too: usually the first one with its parameters.
 */
import { parseArgs } from 'node:util'
import type { Schema } from '@octavo/schema/schema.ts'
import {
  parsedItemQuery,
  parsedListQuery,
} from '../packages/server/src/http/routes/read-contents.ts'
import { createSnapshots, type Snapshots } from '../packages/server/src/store/cache/snapshots.ts'
import { createDocumentCache } from '../packages/server/src/delivery/document-cache.ts'
import {
  getContent,
  listContents,
  type Delivery,
} from '../packages/server/src/delivery/read-contents.ts'
import { openStore } from '../packages/server/src/store/open-store.ts'
import { authorCount, authorName, randomFrom, tagCount } from './article-values.ts'
import { articleId, findPublication } from './articles.ts'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { median } from './results.ts'

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    database: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const sizes = given.sizes.split(',').map(Number)
const key = { reads: 'published', spaceIds: null } as const
const minimumTime = 1_500
/** Enough rounds for parameters to repeat at every size. */
const wantedRounds = 1_000
const mostTime = 12_000
/** The size of the smallest set; larger sets are sampled at equal distances. */
const sampledItems = 1_000

type Pick = (count: number) => number
type Query = [name: string, value: string][]

/** Returns the query of one round; with `id` for a read of one item. */
interface Operation {
  title: string
  round(pick: Pick, size: number): { id?: number; query: Query }
}

const listOf = (query: Query): { query: Query } => ({
  query: [['model', 'article'], ['limit', '20'], ...query],
})
const time = (pick: Pick): string =>
  new Date(Date.UTC(2020, 0, 1) + pick(3_000_000) * 60_000).toISOString()

const operations: Operation[] = [
  {
    title: 'one by id, of 1,000',
    round: (pick, size) => {
      const apart = Math.max(1, Math.floor(size / sampledItems))
      return { id: articleId(1 + pick(Math.min(size, sampledItems)) * apart), query: [] }
    },
  },
  {
    title: 'one by id, of all',
    round: (pick, size) => ({ id: articleId(1 + pick(size)), query: [] }),
  },
  { title: 'newest 20', round: () => listOf([]) },
  {
    title: 'newest 100',
    round: () => ({
      query: [
        ['model', 'article'],
        ['limit', '100'],
      ],
    }),
  },
  {
    title: 'eq filter, newest first',
    round: (pick) => listOf([['tag[eq]', `tag-${pick(tagCount)}`]]),
  },
  {
    title: 'eq filter, by title',
    round: (pick) =>
      listOf([
        ['tag[eq]', `tag-${pick(tagCount)}`],
        ['order', 'title'],
      ]),
  },
  {
    title: 'two filters',
    round: (pick) =>
      listOf([
        ['tag[eq]', `tag-${pick(tagCount)}`],
        ['featured[eq]', 'true'],
      ]),
  },
  {
    title: 'through a reference',
    round: (pick) =>
      listOf([
        ['author.name[eq]', authorName(1 + pick(authorCount))],
        ['kind[eq]', 'news'],
      ]),
  },
  {
    title: 'range of a time',
    round: (pick) =>
      listOf([
        ['starts_at[gte]', time(pick)],
        ['order', 'starts_at'],
      ]),
  },
  {
    title: 'contains, 1 character',
    round: (pick) => listOf([['contains', '港朝灯藍窯峠塩窓雨霧'[pick(10)] ?? '港']]),
  },
  {
    title: 'contains, 2 characters',
    round: (pick) => listOf([['contains', ['灯台', '和紙', '霧笛', '窯元'][pick(4)] ?? '灯台']]),
  },
  {
    title: 'contains, 6 characters',
    round: (pick, size) => listOf([['contains', `第${1 + pick(size)}号`.padStart(6, ' ').trim()]]),
  },
  {
    title: 'deep offset',
    round: (pick, size) => listOf([['offset', String(Math.floor(size * 0.9) - pick(20))]]),
  },
  {
    title: '_next',
    round: (pick, size) => ({
      id: articleId(1 + pick(size)),
      query: [
        ['model', 'article'],
        ['include', '_next'],
        ['select', '_next._id'],
      ],
    }),
  },
]

if (given.database !== 'postgres') await measureOn('sqlite')
if (given.database !== 'sqlite') await measureOn('postgres')

async function measureOn(kind: DatabaseKind): Promise<void> {
  const sets = await openDataSets(kind, { folder: given.data, sizes })
  const times = new Map<string, Times[]>()
  try {
    for (const size of sizes) {
      const { address, end } = await sets.open(size)
      const store = await openStore(address)
      const schema = await findPublication(store)
      const documents = createDocumentCache()
      const delivery: Delivery = { documents, assetsUrl: 'http://assets.invalid' }
      const snapshots = createSnapshots(store)
      for (const operation of operations.filter(({ title }) => title.includes(given.only))) {
        const taken = await measure(snapshots, delivery, schema, operation, size)
        const { title } = operation
        console.error(
          `${kind}, ${size}: ${title} ${taken.median.toFixed(3)}, up to ${taken.longest.toFixed(1)} ms`,
        )
        times.set(title, [...(times.get(title) ?? []), taken])
      }
      await store.close()
      await end()
    }
  } finally {
    await sets.close()
  }
  print(kind, times)
}

/** Milliseconds. */
interface Times {
  median: number
  longest: number
}

async function measure(
  snapshots: Snapshots,
  delivery: Delivery,
  schema: Schema,
  operation: Operation,
  size: number,
): Promise<Times> {
  const random = randomFrom(size)
  const pick = (count: number): number => Math.floor(random() * count)
  const times: number[] = []
  const begun = performance.now()
  const goesOn = (): boolean => {
    const taken = performance.now() - begun
    return taken < minimumTime || (times.length < wantedRounds && taken < mostTime)
  }
  while (goesOn()) {
    const { id, query } = operation.round(pick, size)
    // Parsed queries are cached by the search string.
    const search = new URLSearchParams(query).toString()
    const started = performance.now()
    const { body } = await snapshots.read((reading) => {
      const request = { key, schema, reading, query, search }
      return id === undefined
        ? listContents(delivery, request, parsedListQuery(request))
        : getContent(delivery, request, String(id), parsedItemQuery(request))
    })
    await body()
    times.push(performance.now() - started)
  }
  return { median: median(times), longest: times.reduce((most, one) => Math.max(most, one), 0) }
}

function print(kind: string, times: Map<string, Times[]>): void {
  const titles = sizes.map((size) => `${size} items`)
  console.log(`\n## ${kind}\n\n| read | ${titles.join(' | ')} | growth | longest |`)
  console.log(`|---|${sizes.map(() => '---').join('|')}|---|---|`)
  for (const [title, list] of times) {
    const cells = list.map((taken) => `${taken.median.toFixed(3)} ms`).join(' | ')
    const growth = (list.at(-1)?.median ?? 0) / (list[0]?.median ?? 1)
    const longest = list.at(-1)?.longest ?? 0
    console.log(`| ${title} | ${cells} | ${growth.toFixed(1)} | ${longest.toFixed(0)} ms |`)
  }
}
