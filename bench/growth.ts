/**
 * `npm run bench:growth -- [--sizes 1000,100000,1000000] [--database sqlite|postgres] [--data folder]`
 *
 * How the cost of each kind of read grows with the number of items. Each operation runs with other
 * parameters every time, through the code that answers a request, without HTTP. What counts is the
 * last column: the median at the largest size over the median at the smallest, in one run.
 */
import { parseArgs } from 'node:util'
import type { Schema } from '@octavo/schema/schema.ts'
import { createSnapshots, type Snapshots } from '../packages/server/src/content/snapshots.ts'
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

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    database: { type: 'string' },
    data: { type: 'string' },
  },
})
const sizes = given.sizes.split(',').map(Number)
const key = { reads: 'published', spaceIds: null } as const
const minimumTime = 1_500
const minimumRounds = 20

type Pick = (count: number) => number
type Query = [name: string, value: string][]

/** The query of one round; `id` for a read of one item. */
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
  { title: 'one by id', round: (pick, size) => ({ id: articleId(1 + pick(size)), query: [] }) },
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
  const medians = new Map<string, number[]>()
  try {
    for (const size of sizes) {
      const { address, end } = await sets.open(size)
      const store = await openStore(address)
      const schema = await findPublication(store)
      const documents = createDocumentCache()
      const delivery: Delivery = { documents, assetsUrl: 'http://assets.invalid' }
      const snapshots = createSnapshots(store)
      for (const operation of operations) {
        const median = await measure(snapshots, delivery, schema, operation, size)
        console.error(`${kind}, ${size}: ${operation.title} ${median.toFixed(3)} ms`)
        medians.set(operation.title, [...(medians.get(operation.title) ?? []), median])
      }
      await store.close()
      await end()
    }
  } finally {
    await sets.close()
  }
  print(kind, medians)
}

async function measure(
  snapshots: Snapshots,
  delivery: Delivery,
  schema: Schema,
  operation: Operation,
  size: number,
): Promise<number> {
  const random = randomFrom(size)
  const pick = (count: number): number => Math.floor(random() * count)
  const times: number[] = []
  const deadline = performance.now() + minimumTime
  while (times.length < minimumRounds || performance.now() < deadline) {
    const { id, query } = operation.round(pick, size)
    // As it comes with a request, whose reading is remembered by it.
    const search = new URLSearchParams(query).toString()
    const started = performance.now()
    await snapshots.read(({ reading }) => {
      const request = { key, schema, reading, query, search }
      return id === undefined
        ? listContents(delivery, request)
        : getContent(delivery, request, String(id))
    })
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function print(kind: string, medians: Map<string, number[]>): void {
  console.log(
    `\n## ${kind}\n\n| read | ${sizes.map((size) => `${size} items`).join(' | ')} | growth |`,
  )
  console.log(`|---|${sizes.map(() => '---').join('|')}|---|`)
  for (const [title, list] of medians) {
    const cells = list.map((median) => `${median.toFixed(3)} ms`).join(' | ')
    console.log(`| ${title} | ${cells} | ${((list.at(-1) ?? 0) / (list[0] ?? 1)).toFixed(1)} |`)
  }
}
