/** Concurrent writes of many clients. Acknowledged writes are stored once and completely. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApps, type TestResponse, type TestApp } from '../testing/app-factory.ts'
import { loadRounds } from '../testing/load.ts'
import { writeRoot } from '../testing/write-root.ts'

const clients = 64
const rounds = 2

interface Tally {
  ids: number[]
  /** Number of acknowledged writes. */
  writes: number
  /** The last value that each client wrote to its own items; null for deleted items. */
  last: Map<number, string | null>
  /** Number of acknowledged increments of the shared counter. */
  increments: number
}

testApps('64 clients at once', (freshApp) => {
  it('loses no acknowledged writes, reads no torn items and returns no 500', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const tally: Tally = { ids: [], writes: 0, last: new Map(), increments: 0 }
    const shared = await created(app, key, tally, '0')
    const torn = await created(app, key, tally, 'start')
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const goesOn = loadRounds(rounds)
        for (let round = 0; goesOn(); round++) {
          await workOnOwn(app, key, tally, `${client}-${round}`)
          await writeTorn(app, key, tally, torn, `${client}-${round}`)
          await increment(app, key, tally, shared)
        }
      }),
    )

    assert.equal(new Set(tally.ids).size, tally.ids.length, 'ids are unique')
    for (const [id, token] of tally.last) {
      const { status, json } = await app.call('GET', `/contents/${id}?select=title,lead`, { key })
      if (token === null) assert.equal(status, 404)
      else assert.deepEqual(json, { title: token, lead: token })
    }
    const { json } = await app.call('GET', `/contents/${shared}?select=title`, { key })
    assert.deepEqual(json, { title: String(tally.increments) })
    assert.ok(tally.increments > 0)
    const changes = await app.deps.store.read((tx) => tx.changes.after(0, 1_000_000))
    assert.equal(changes.filter(({ kind }) => kind === 'item').length, tally.writes)
    assert.deepEqual(app.logged, [])
  })
})

/** Creates, changes, copies and sometimes deletes items that no other client uses. */
async function workOnOwn(app: TestApp, key: string, tally: Tally, token: string): Promise<void> {
  const id = await created(app, key, tally, token)
  const path = `/contents/${id}?model=article&published=true`
  acknowledged(tally, await app.call('PUT', path, { key, body: bodyOf(`${token}b`) }))
  tally.last.set(id, `${token}b`)
  if (token.endsWith('1')) {
    acknowledged(tally, await app.call('DELETE', `/contents/${id}`, { key }))
    tally.last.set(id, null)
  } else {
    const copy = acknowledged(tally, await app.call('POST', `/contents/${id}/duplicate`, { key }))
    tally.ids.push(copy)
    tally.last.set(copy, `${token}b`)
  }
}

/** All clients write the complete item. A read must return the values of a single write. */
async function writeTorn(app: TestApp, key: string, tally: Tally, id: number, token: string) {
  const path = `/contents/${id}?model=article`
  acknowledged(tally, await app.call('PATCH', path, { key, body: bodyOf(token) }))
  const { json } = await app.call('GET', `/contents/${id}?select=title,lead`, { key })
  const { title, lead } = json as { title: string; lead: string }
  assert.equal(title, lead)
}

/** All clients increment a counter with If-Match: a lost update would lose a count. */
async function increment(app: TestApp, key: string, tally: Tally, id: number): Promise<void> {
  const seen = await app.call('GET', `/contents/${id}?select=title`, { key })
  const next = Number((seen.json as { title: string }).title) + 1
  const response = await app.call('PATCH', `/contents/${id}?model=article`, {
    key,
    body: bodyOf(String(next)),
    headers: { 'If-Match': seen.headers.get('etag') ?? '' },
  })
  if (response.status === 412) return
  acknowledged(tally, response)
  tally.increments++
}

async function created(app: TestApp, key: string, tally: Tally, token: string): Promise<number> {
  const path = '/contents?model=article'
  const id = acknowledged(tally, await app.call('POST', path, { key, body: bodyOf(token) }))
  tally.ids.push(id)
  return id
}

function acknowledged(tally: Tally, { status, json, text }: TestResponse): number {
  assert.equal(status, 200, text)
  tally.writes++
  return (json as { id: number }).id
}

function bodyOf(token: string) {
  return { fields: { title: token, lead: token }, 'fields[ja]': { title: token } }
}
