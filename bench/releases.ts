/**
 * `npm run bench:releases -- [--items 1000] [--revisions 10000] [--rounds 101] [--database sqlite|postgres]
 *   [--data folder]`
 *
 * Measures the publication of a release in seconds, the space that an editing session of an article of 10 KB takes, and
 * as ratios: reads with `release` and `at` to the same reads of drafts, and opening an item with many revisions to
 * opening one with ten. The exit code is 1 if a limit is missed.
 */
import { parseArgs } from 'node:util'
import { editableItem } from '../packages/server/src/admin/contents/editable.ts'
import type { Wanted } from '../packages/server/src/content/previews/plan.ts'
import { createPreviews } from '../packages/server/src/content/previews/read.ts'
import { addToRelease } from '../packages/server/src/content/releases/entries.ts'
import { createRelease } from '../packages/server/src/content/releases/manage.ts'
import {
  publishRelease,
  unscheduleRelease,
} from '../packages/server/src/content/releases/publish.ts'
import { undoRelease } from '../packages/server/src/content/releases/undo.ts'
import { listRevisions } from '../packages/server/src/content/revisions/read.ts'
import { createItem, patchItem, type WriteContext } from '../packages/server/src/content/write.ts'
import { createDocumentCache } from '../packages/server/src/delivery/document-cache.ts'
import {
  getContent,
  listContents,
  type ContentsRequest,
  type ReadReply,
} from '../packages/server/src/delivery/read-contents.ts'
import { cachedSchemas } from '../packages/server/src/store/cache/schemas.ts'
import { createReadCache } from '../packages/server/src/store/sql/read/read-cache.ts'
import { sqlStore } from '../packages/server/src/store/sql/store.ts'
import { editedArticle, revisionBytes } from '../packages/server/src/testing/editing-sessions.ts'
import { addRevisions } from '../packages/server/src/testing/many-revisions.ts'
import { openDatabase } from '../packages/server/src/testing/open-database.ts'
import { unboundedParser } from '../packages/server/src/text/text-parser.ts'
import { kinds } from './article-values.ts'
import { articleId, findPublication } from './articles.ts'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { median } from './results.ts'

const { values: given } = parseArgs({
  options: {
    items: { type: 'string', default: '1000' },
    revisions: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '101' },
    database: { type: 'string' },
    data: { type: 'string' },
  },
})
const [items, revisions, rounds] = [given.items, given.revisions, given.rounds].map(Number) as [
  number,
  number,
  number,
]
/** Half of the articles are in the release. */
const size = 2 * items
const publications = 3
const mostSeconds = 3
const mostForPreviews = 2
const mostForRevisions = 1.2
const sessions = 100
const mostBytesPerSession = 1024
const luid = 'spring'
const due = Date.now() + 3_600_000

let isMissed = false

async function measure(database: DatabaseKind): Promise<void> {
  const sets = await openDataSets(database, { folder: given.data, sizes: [size] })
  const set = await sets.open(size)
  const never = { get: () => undefined, set: () => {} }
  const store = sqlStore(openDatabase(set.address), { ...createReadCache(), totals: never })
  try {
    console.log(`\n${database}, ${size} articles, ${items} of them in the release`)
    const { root } = await findPublication(store)
    const context = {
      store,
      schemas: cachedSchemas(),
      texts: unboundedParser,
      now: Date.now,
    }
    const request = { rootId: root.id, luid, actor: 'bench', canPublish: true, spaceIds: null }
    await prepare(context, request)
    await publishRelease(context, { ...request, at: due })
    await compareReads(context, { rootId: root.id, at: due })
    await unscheduleRelease(context, request)
    await compareReads(context, { rootId: root.id, releases: [luid] })
    const times: number[] = []
    const work: number[] = []
    for (let round = 0; round < publications; round++) {
      const before = process.cpuUsage()
      times.push(await timed(() => publishRelease(context, request)))
      const { user, system } = process.cpuUsage(before)
      work.push(user + system)
      await undoRelease(context, request)
    }
    const limit = database === 'sqlite' ? mostSeconds : undefined
    report('publication of the release', median(times) / 1000, 's', limit)
    // SQLite works in this process, so this is the duration on an idle machine.
    report('of which processor time of this process', median(work) / 1e6, 's')
    await measureSessions(context, request)
    await compareRevisions(context, root.id)
  } finally {
    await store.close()
    await set.end()
    await sets.close()
  }
}

type Request = Parameters<typeof addToRelease>[1]

const drafting = {
  stage: 'draft',
  textFormat: 'portable_html',
  allowsMultiselect: true,
  reachableSpaceIds: null,
} as const

async function prepare(
  context: WriteContext,
  request: Omit<Request, 'ids' | 'action' | 'languageId'>,
): Promise<void> {
  const { rootId, actor } = request
  const schema = await findPublication(context.store)
  const spaceId = schema.parentSpace.id
  const ids = Array.from({ length: items }, (_, index) => articleId(2 * index + 1))
  for (const id of ids) {
    const fields = { title: `Released ${id}`, kind: kinds[id % kinds.length] }
    await patchItem(context, { ...drafting, rootId, spaceId, actor, id, body: { fields } })
  }
  await createRelease(context, request, { luid })
  await addToRelease(context, { ...request, ids, action: 'publish', languageId: null })
}

type Query = readonly (readonly [name: string, value: string])[]
const page: Query = [
  ['model', 'article'],
  ['limit', '20'],
]
const kind = (round: number): string => kinds[round % kinds.length] ?? ''

/** Each round has parameters of its own where that is possible. */
const reads: Record<string, (round: number) => { id?: number; query: Query }> = {
  list: (round) => ({ query: [...page, ['offset', String(round)]] }),
  'list by title': (round) => ({ query: [...page, ['order', 'title'], ['offset', String(round)]] }),
  filter: (round) => ({
    query: [...page, ['kind[eq]', kind(round)], ['tag[ne]', `tag-${round % 200}`]],
  }),
  item: (round) => ({ id: articleId(1 + (round % size)), query: [] }),
}

async function compareReads(context: WriteContext, wanted: Wanted): Promise<void> {
  const { store, schemas } = context
  const previews = createPreviews(context)
  const delivery = { documents: createDocumentCache(50_000_000), assetsUrl: 'http://localhost' }
  const name = 'at' in wanted ? 'at' : 'release'
  const key = { reads: 'at' in wanted ? 'published' : 'draft', spaceIds: null } as const
  const run = (request: ContentsRequest, id: number | undefined): Promise<ReadReply> =>
    id === undefined ? listContents(delivery, request) : getContent(delivery, request, String(id))
  const draft = async (id: number | undefined, query: Query): Promise<Buffer> => {
    const { body } = await store.read(async (tx) => {
      const schema = await schemas.in(tx, wanted.rootId)
      const { reading } = tx
      return run({ key: { ...key, reads: 'draft' }, schema, reading, query }, id)
    })
    return body()
  }
  const planned = async (id: number | undefined, query: Query): Promise<Buffer> => {
    const { body } = await previews.read(wanted, (previewed) =>
      run({ ...previewed, key, query }, id),
    )
    return body()
  }
  const first = await timed(() => planned(undefined, page))
  report(`first read with ${name}`, first / 1000, 's')
  for (const [title, requestOf] of Object.entries(reads)) {
    const pairs: [number, number][] = []
    // The first reads of a process are slower.
    for (let round = -10; round < rounds; round++) {
      const { id, query } = requestOf(Math.abs(round))
      const one = (): Promise<number> => timed(() => draft(id, query))
      const other = (): Promise<number> => timed(() => planned(id, query))
      const [plain, shown] = await inTurns(round, one, other)
      if (round >= 0) pairs.push([plain, shown])
    }
    compare(`${title} with ${name}`, pairs, mostForPreviews)
  }
}

/** Each save is a session of its own, because a day passes before it. */
async function measureSessions(
  context: WriteContext,
  { rootId, actor }: Pick<Request, 'rootId' | 'actor'>,
): Promise<void> {
  const { store } = context
  const { parentSpace } = await findPublication(store)
  const place = { ...drafting, rootId, actor, spaceId: parentSpace.id }
  const [first = [], ...later] = editedArticle(sessions)
  const fieldsOf = (paragraphs: readonly string[]) => ({ body: paragraphs.join('\n') })
  const fields = { title: 'Ten kilobytes', slug: 'ten-kilobytes', ...fieldsOf(first) }
  let now = Date.now()
  const inDays = { ...context, now: () => now }
  const id = await createItem(inDays, { ...place, model: 'article', body: { fields } })
  for (const paragraphs of later) {
    now += 86_400_000
    await patchItem(inDays, { ...place, id, body: { fields: fieldsOf(paragraphs) } })
  }
  const bytes = (await revisionBytes(store, id)) / sessions
  report('an editing session of an article of 10 KB', bytes, 'bytes', mostBytesPerSession)
}

async function compareRevisions(context: WriteContext, rootId: number): Promise<void> {
  const { store, schemas } = context
  const schema = await findPublication(store)
  const fieldIds = schema.modelByLuid.get('article')?.fields.map(({ id }) => id) ?? []
  const [title = 0, , lead = 0] = fieldIds
  const text = 'sea and hills '.repeat(100)
  const [few, many] = [articleId(2), articleId(4)]
  const valuesOf = (number: number) => ({ [title]: `Title ${number}`, [lead]: text })
  await addRevisions(store, few, 10, valuesOf)
  await addRevisions(store, many, revisions, valuesOf)
  const open = (id: number): Promise<unknown> =>
    store.read(async (tx) => {
      const root = { schema: await schemas.in(tx, rootId), spaceIds: null }
      const [item] = await tx.items.load([id])
      if (item) await listRevisions(tx, item, { limit: 20 })
      return editableItem(tx, { assetsUrl: '', now: Date.now }, root, id)
    })
  const pairs: [number, number][] = []
  for (let round = -10; round < rounds; round++) {
    const pair = await inTurns(
      round,
      () => timed(() => open(few)),
      () => timed(() => open(many)),
    )
    if (round >= 0) pairs.push(pair)
  }
  compare(`opening an item with ${revisions} revisions`, pairs, mostForRevisions)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The order changes, so that what the first one caches does not always help the second. */
async function inTurns(
  round: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  if (round % 2 === 0) return [await one(), await other()]
  const second = await other()
  return [await one(), second]
}

function compare(title: string, pairs: readonly [number, number][], atMost: number): void {
  const plain = median(pairs.map(([one]) => one))
  const other = median(pairs.map(([, two]) => two))
  console.log(`${title.padEnd(44)}${other.toFixed(2).padStart(9)} ms, alone ${plain.toFixed(2)} ms`)
  report('', other / plain, '×', atMost)
}

function report(title: string, value: number, unit: string, atMost?: number): void {
  const isAbove = atMost !== undefined && value > atMost
  if (isAbove) isMissed = true
  const limit = atMost === undefined ? '' : `  at most ${atMost}${isAbove ? ': above' : ''}`
  console.log(`${title.padEnd(44)}${value.toFixed(2).padStart(9)} ${unit}${limit}`)
}

const databases: DatabaseKind[] = ['sqlite', 'postgres']
for (const database of databases) {
  if (!given.database || given.database === database) await measure(database)
}
process.exitCode = isMissed ? 1 : 0
