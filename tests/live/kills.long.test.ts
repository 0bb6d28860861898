/** Streams while nodes are killed: they report each change of every node once, in order. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { cachedSchemas } from '../../packages/server/src/store/cache/schemas.ts'
import { callAt } from '../../packages/server/src/testing/app-factory.ts'
import { openChanges, type SentEvent } from '../../packages/server/src/testing/change-stream.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { endServers, placeFlags, startServer } from '../../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../../packages/server/src/testing/run-here.ts'
import { onBothDatabases, type TestStore } from '../../packages/server/src/testing/stores.ts'

const writers = 3
const kills = 6
/** Changes between two kills. */
const pause = 25

const schema = {
  languages: ['en', 'ja'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}

after(endServers)

onBothDatabases('streams of changes', (fresh) => {
  it('report the changes of all nodes once, and continue on any node after kill -9', async () => {
    const place = await fresh()
    const flags = placeFlags(place.address)
    const file = join(place.address.dataFolder, 'schema.json')
    await writeFile(file, JSON.stringify(schema))
    await printedBy(['schema', 'apply', file, ...flags])
    const draft = await makeKey({ reads: 'draft', writes: true }, flags)
    const published = await makeKey({ reads: 'published' }, flags)
    const cluster = await startCluster(flags)
    const readers = await Promise.all([
      follow(cluster, published, 0),
      follow(cluster, published, 1),
      follow(cluster, draft, 1),
    ])
    await writeAndKill(cluster, draft)
    const last = await create(cluster.api(0), draft, 'published=true')
    assert.ok(last.id)
    const isLast = ({ data }: SentEvent): boolean =>
      data.data.id === last.id && data.data.lang === 'ja'
    await eventually(() => readers.every(({ events }) => events.some(isLast)))
    for (const reader of readers) await reader.stop()
    const [one, other, drafts] = readers.map(({ events }) => byItem(events.map(reported)))
    const logged = await loggedIn(place)
    const shown = byItem(logged.filter(({ isDraft }) => !isDraft))
    assert.deepEqual(one, shown)
    assert.deepEqual(other, shown)
    assert.deepEqual(drafts, byItem(logged))
    assert.ok(readers.every(({ connections }) => connections() > 1))
    await cluster.end()
  })
})

interface Reported {
  id: number | null
  /** The type and the language. */
  text: string
}

const reported = ({ event, data }: SentEvent): Reported => ({
  id: data.data.id,
  text: `${event} ${data.data.lang}`,
})

/** The order between items may differ on PostgreSQL, where transactions run at the same time. */
function byItem(list: readonly Reported[]): Record<string, string[]> {
  const groups = Map.groupBy(list, ({ id }) => String(id))
  return Object.fromEntries(
    [...groups].map(([id, group]) => [id, group.map(({ text }) => text)] as const),
  )
}

async function loggedIn({ store }: TestStore): Promise<(Reported & { isDraft: boolean })[]> {
  const [changes, { languageById }] = await store.read(async (tx) => {
    const [root] = await tx.roots.list()
    return [await tx.changes.after(0, 100_000), await cachedSchemas().in(tx, root?.id ?? 0)]
  })
  return changes
    .filter(({ kind }) => kind === 'item')
    .flatMap(({ subjectId: id, events }) =>
      events.map(({ type, languageId, isDraft }) => {
        return { id, text: `${type} ${languageById.get(languageId)?.key}`, isDraft }
      }),
    )
}

interface Cluster {
  api(node: number): string
  /** Kills a node and starts it again. */
  kill(node: number): Promise<void>
  /** Resolves when all nodes run. */
  settled(): Promise<void>
  end(): Promise<void>
}

async function startCluster(flags: readonly string[]): Promise<Cluster> {
  const nodes = await Promise.all([startServer(flags), startServer(flags)])
  let killing = Promise.resolve()
  const indexOf = (node: number): number => node % nodes.length
  async function killNow(index: number): Promise<void> {
    assert.equal(await nodes[index]?.end('SIGKILL'), 'SIGKILL')
    nodes[index] = await startServer(flags)
  }
  return {
    api: (node) => new URL(nodes[indexOf(node)]?.baseUrl ?? '').origin,
    kill: (node) => (killing = killNow(indexOf(node))),
    settled: () => killing,
    async end() {
      for (const node of nodes) assert.equal(await node.end('SIGTERM'), 0)
    },
  }
}

interface Reader {
  events: SentEvent[]
  connections(): number
  stop(): Promise<void>
}

/** Reads a stream; when it breaks, continues on the other node. Resolves when the stream is open. */
async function follow(cluster: Cluster, key: string, node: number): Promise<Reader> {
  const events: SentEvent[] = []
  const opened = Promise.withResolvers<void>()
  let lastEventId: string | undefined
  let connections = 0
  let isStopped = false
  let stop = (): void => {}

  /** Reads until the connection breaks. */
  async function connect(api: string): Promise<void> {
    const stream = await openChanges(api, key, { lastEventId }).catch(() => undefined)
    if (!stream) return
    connections++
    stop = stream.stop
    let next = stream.next().catch(() => undefined)
    // The position of a stream without events.
    if (lastEventId === undefined) await eventually(() => stream.lastId() !== undefined)
    opened.resolve()
    for (let event = await next; event; event = await next) {
      assert.match(event.event, /^item\./)
      events.push(event)
      lastEventId = stream.lastId()
      next = stream.next().catch(() => undefined)
    }
    lastEventId = stream.lastId()
  }

  async function run(): Promise<void> {
    for (let at = node; !isStopped; at++) {
      await connect(cluster.api(at))
      if (!isStopped) await cluster.settled()
    }
  }

  const running = run()
  running.catch(opened.reject)
  await opened.promise
  return {
    events,
    connections: () => connections,
    async stop() {
      isStopped = true
      stop()
      await running
    },
  }
}

interface Sent {
  /** Undefined if the node was killed before it responded. */
  status: number | undefined
  id: number | undefined
}

async function send(url: string, method: string, key: string, body?: object): Promise<Sent> {
  try {
    const { status, json } = await callAt(url, method, { key, ...(body && { body }) })
    return { status, id: (json as { id?: number }).id }
  } catch {
    return { status: undefined, id: undefined }
  }
}

function create(api: string, key: string, query: string): Promise<Sent> {
  const fields = { fields: { title: 'a' }, 'fields[ja]': { title: 'b' } }
  return send(`${api}/v1/contents?model=note&${query}`, 'POST', key, fields)
}

/** Several clients change items on both nodes, until nodes were killed often enough. */
async function writeAndKill(cluster: Cluster, key: string): Promise<void> {
  let done = 0
  let killed = 0

  async function write(writer: number): Promise<void> {
    const own: number[] = []
    for (let round = writer; killed < kills; round++) {
      const api = cluster.api(round)
      const id = own.length > 3 ? own.shift() : undefined
      const changed =
        id === undefined
          ? await create(api, key, `published=${round % 4 > 0}`)
          : await send(`${api}/v1/contents/${id}`, 'DELETE', key)
      if (changed.status === undefined) await cluster.settled()
      if (changed.status !== 200) continue
      if (changed.id !== undefined && id === undefined) own.push(changed.id)
      done++
      if (done < (killed + 1) * pause) continue
      // The others go on writing.
      await cluster.kill(killed++)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
}
