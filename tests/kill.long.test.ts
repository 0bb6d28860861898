/** Every acknowledged write is complete after `kill -9`, in all its languages. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import {
  endServers,
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, octavoHere, printedBy } from '../packages/server/src/testing/run-here.ts'
import { runs } from '../packages/server/src/testing/runs.ts'
import { onBothDatabases, type TestStore } from '../packages/server/src/testing/stores.ts'

const { numRuns: rounds } = runs(8)
const clients = 4
/** Minimum number of acknowledged changes before a kill, while others are in progress. */
const leastChanges = 30

after(endServers)

const schema = {
  languages: ['en', 'ja'],
  models: [
    {
      luid: 'note',
      title: 'title',
      fields: [
        { luid: 'title', type: 'text', required: true },
        { luid: 'body', type: 'flexible' },
        { luid: 'slug', type: 'text', unique: true, translatable: false },
        { luid: 'before', type: 'reference' },
      ],
    },
  ],
}

/** The last acknowledged change of each item, and the change in progress. */
interface Writes {
  acknowledged: Map<number, number>
  inProgress: Map<number, number>
}

interface Shown {
  _id: number
  title: string
  body: string
}

/** Both languages have the number of the change in two fields each. */
function bodyOf(change: number, slug?: string): object {
  const text = `<p>${`word ${change} `.repeat(40)}</p>`
  return {
    fields: { title: `en ${change}`, body: text, ...(slug && { slug }) },
    'fields[ja]': { title: `ja ${change}`, body: text },
  }
}

async function send(
  { baseUrl }: RunningServer,
  key: string,
  method: string,
  path: string,
  body: object,
): Promise<number> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-SERVICE-API-KEY': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return (JSON.parse(text) as { id: number }).id
}

let changes = 0

interface Round {
  isOver(): boolean
  acknowledged(): void
}

/** Creates items and changes its own items until the server is killed. */
async function write(
  server: RunningServer,
  key: string,
  writes: Writes,
  { isOver, acknowledged }: Round,
): Promise<void> {
  const own: number[] = []
  try {
    while (!isOver()) {
      const change = ++changes
      const isPublished = change % 3 === 0
      const query = `?model=note&published=${isPublished}`
      const id = change % 2 === 0 ? own[Math.floor(Math.random() * own.length)] : undefined
      if (id === undefined) {
        const made = await send(
          server,
          key,
          'POST',
          `/contents${query}`,
          bodyOf(change, `s-${change}`),
        )
        writes.acknowledged.set(made, change)
        acknowledged()
        own.push(made)
        continue
      }
      writes.inProgress.set(id, change)
      // A PATCH of published data keeps a draft, which would hide the change from this key.
      const method = isPublished ? 'PUT' : 'PATCH'
      await send(server, key, method, `/contents/${id}${query}`, bodyOf(change, `s-${change}`))
      writes.inProgress.delete(id)
      writes.acknowledged.set(id, change)
      acknowledged()
    }
  } catch (error) {
    // The server was killed during a response; any other error is a failure.
    if (!isOver() || error instanceof assert.AssertionError) throw error
  }
}

async function readAll(
  { baseUrl }: RunningServer,
  key: string,
  lang: string,
): Promise<Map<number, Shown>> {
  const found = new Map<number, Shown>()
  for (let offset = 0; ; offset += 100) {
    const url = `${baseUrl}/contents?lang=${lang}&limit=100&offset=${offset}&order=_id&depth=0`
    const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
    const { data } = (await response.json()) as { data: Shown[] }
    for (const item of data) found.set(item['_id'], item)
    if (data.length < 100) return found
  }
}

/** Every item has the same change in both languages: the acknowledged one or a later one. */
async function check(server: RunningServer, key: string, writes: Writes): Promise<void> {
  const english = await readAll(server, key, 'en')
  const japanese = await readAll(server, key, 'ja')
  for (const [id, acknowledged] of writes.acknowledged) {
    const [en, ja] = [english.get(id), japanese.get(id)]
    assert.ok(en && ja, `item ${id} was acknowledged but is missing`)
    const change = Number(en.title.replace('en ', ''))
    assert.deepEqual([en.title, ja.title], [`en ${change}`, `ja ${change}`])
    for (const { body } of [en, ja]) assert.equal(body.split(`word ${change} `).length, 41)
    const possible = [acknowledged, writes.inProgress.get(id)]
    assert.ok(possible.includes(change), `item ${id} shows ${change}, not ${possible.join(' or ')}`)
    // Later checks compare with this change.
    writes.acknowledged.set(id, change)
  }
  assert.deepEqual([...english.keys()], [...japanese.keys()])
  writes.inProgress.clear()
}

async function prepare({ address }: TestStore): Promise<string> {
  const file = join(address.dataFolder, 'schema.json')
  await writeFile(file, JSON.stringify(schema))
  const place = placeFlags(address)
  await printedBy(['schema', 'apply', file, ...place])
  return makeKey({ reads: 'draft', writes: true }, place)
}

onBothDatabases('kill -9', (fresh) => {
  it(`loses nothing that was acknowledged, ${rounds} times`, { timeout: 600_000 }, async () => {
    const place = await fresh()
    const key = await prepare(place)
    const writes: Writes = { acknowledged: new Map(), inProgress: new Map() }
    for (let count = 0; count < rounds; count++) {
      const server = await startServer(placeFlags(place.address))
      await check(server, key, writes)
      const enough = Promise.withResolvers<void>()
      let missing = leastChanges + Math.floor(Math.random() * leastChanges)
      let isOver = false
      const acknowledged = (): void => {
        if (--missing === 0) enough.resolve()
      }
      const round = { isOver: () => isOver, acknowledged }
      const writers = Array.from({ length: clients }, () => write(server, key, writes, round))
      await Promise.race([enough.promise, Promise.all(writers)])
      isOver = true
      assert.equal(await server.end('SIGKILL'), 'SIGKILL')
      await Promise.all(writers)
    }
    const server = await startServer(placeFlags(place.address))
    await check(server, key, writes)
    assert.ok(writes.acknowledged.size > rounds, 'too few items were written')
    const { code, stdout } = await octavoHere(['doctor', ...placeFlags(place.address)])
    assert.deepEqual([code, stdout], [0, ''])
    assert.equal(await server.end('SIGTERM'), 0)
  })
})
