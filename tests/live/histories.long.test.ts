/**
 * Generated histories: a stream reports exactly the items that changed for readers with its key, names no
 * other, and can be resumed after each event.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languageOfScope, scopeOf, viewOfScope } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import fc from 'fast-check'
import { isAffected } from '../../packages/client/src/tags.ts'
import { testApps, type TestApp } from '../../packages/server/src/testing/app-factory.ts'
import {
  openChanges,
  type ChangeStream,
  type SentEvent,
} from '../../packages/server/src/testing/change-stream.ts'
import {
  changeArbitrary,
  makeChange,
  type WorldChange,
} from '../../packages/server/src/testing/purge-history.ts'
import { fill } from '../../packages/server/src/testing/filled-world.ts'
import { makeKeys, urlsOf } from '../../packages/server/src/testing/purge-property.ts'
import type { ModelWorld } from '../../packages/server/src/testing/read-model.ts'
import { readWorldArbitrary } from '../../packages/server/src/testing/read-world.ts'
import { firstSeed, runs } from '../../packages/server/src/testing/runs.ts'

interface Reader {
  key: string
  spaceIds: readonly number[] | null
  stream: ChangeStream
  events: SentEvent[]
}

/** The digest of each published entry, by item and language. */
type Shown = Map<string, string>

testApps('a stream of a published key', (freshApp) => {
  it('reports what its readers can see, and nothing else', async () => {
    const { numRuns } = runs(1)
    for (let seed = firstSeed(); seed < firstSeed() + numRuns; seed++) {
      await checkHistory(await freshApp(), seed)
    }
  })
})

async function checkHistory(app: TestApp, seed: number): Promise<void> {
  const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
  assert.ok(world)
  const { deps } = app
  await fill(deps.store, world)
  const { root } = world.schema
  const keys = await makeKeys(deps, world, { listsMedia: false })
  const reaches = [null, null, [root.spaces[0]?.id ?? 0]]
  const readers: Reader[] = []
  for (const [index, { key }] of keys.entries()) {
    const stream = await openChanges(app.addresses.api, key)
    readers.push({ key, stream, spaceIds: reaches[index] ?? null, events: [] })
  }
  const changes = fc
    .sample(changeArbitrary(world), { numRuns: 15, seed })
    .filter(({ kind }) => kind !== 'key')
  const urls = urlsOf(world, keys, { seed, urls: 10, changes: 0 })
  for (const [index, change] of changes.entries()) {
    const place = `seed ${seed}, change ${index} ${change.kind}`
    const before = await Promise.all(readers.map((reader) => shownTo(app, world, reader)))
    const responses = await Promise.all(urls.map(({ path, key }) => read(app, path, key)))
    app.clock.now += 1000
    await makeChange(deps, root.id, [], inSameSpace(change, world))
    await addMarker(app, root.id)
    for (const [at, reader] of readers.entries()) {
      const events = await reader.stream.until(isMarker(app))
      reader.events.push(...events)
      const after = await shownTo(app, world, reader)
      checkEvents(events, before[at] ?? new Map(), after, place)
      for (const [n, { path, key }] of urls.entries()) {
        if (key !== reader.key) continue
        const old = responses[n]
        const now = await read(app, path, key)
        if (!old?.tags || old.text === now.text) continue
        const isReported = events
          .slice(0, -1)
          .some(({ data }) => isAffected(old.tags, data.data.tags))
        assert.ok(isReported, `${place}: ${path} changed`)
      }
    }
  }
  for (const reader of readers) await checkResumption(app, reader)
  assert.deepEqual(app.logged, [])
}

/** The items of a space stay there. */
function inSameSpace(change: WorldChange, { items }: ModelWorld): WorldChange {
  if (!('item' in change)) return change
  const { spaceId = 0 } = items.find(({ id }) => id === change.item.id) ?? {}
  return { ...change, item: { ...change.item, spaceId } }
}

async function shownTo(
  { deps }: TestApp,
  { items }: ModelWorld,
  { spaceIds }: Reader,
): Promise<Shown> {
  const own = items.filter(({ spaceId }) => spaceIds === null || spaceIds.includes(spaceId))
  const ids = own.map(({ id }) => id)
  const entries = await deps.store.read((tx) => tx.derived.entries(ids))
  return new Map(
    entries
      .filter(({ scope }) => viewOfScope(scope) === 'published')
      .map(({ itemId, scope, digest }) => [`${itemId} ${languageOfScope(scope)}`, digest]),
  )
}

interface ReadResponse {
  text: string
  tags: string[] | undefined
}

async function read(app: TestApp, path: string, key: string): Promise<ReadResponse> {
  const url = `${path}${path.includes('?') ? '&' : '?'}cache_tags=true`
  const { text, headers } = await app.call('GET', url, { key })
  return { text, tags: headers.get('x-service-cache-tags')?.split(' ') }
}

/** A change that every stream reports without an id. */
async function addMarker({ deps }: TestApp, rootId: number): Promise<void> {
  await deps.store.write((tx) =>
    tx.changes.append([
      {
        at: deps.now() + 1,
        rootId,
        kind: 'media',
        subjectId: 999,
        modelId: null,
        actor: 'test',
        action: 'delete',
        scopes: [],
        events: [{ type: 'media.deleted', languageId: 0, isDraft: false }],
      },
    ]),
  )
}

function isMarker({ deps }: TestApp): (event: SentEvent) => boolean {
  const time = formatTime(deps.now() + 1)
  return ({ data }) => data.timestamp === time
}

/** Exactly one event for each entry that appeared, changed or disappeared. */
function checkEvents(
  events: readonly SentEvent[],
  before: Shown,
  after: Shown,
  place: string,
): void {
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = Array.from(names).filter((name) => before.get(name) !== after.get(name))
  const scopesOf = (name: string): string => {
    const [id = 0, languageId = 0] = name.split(' ').map(Number)
    return `e${scopeOf(languageId, 'published')}.${id}`
  }
  const items = events.filter(({ event }) => event.startsWith('item.'))
  const reported = items.map(({ data }) => `${data.data.id} ${data.data.lang}`)
  assert.equal(
    new Set(reported).size,
    changed.length,
    `${place}: ${reported.join()} for ${changed.join()}`,
  )
  for (const name of changed) {
    const [id] = name.split(' ')
    const own = items.find(({ data }) => {
      return String(data.data.id) === id && data.data.tags.includes(scopesOf(name))
    })
    assert.ok(own, `${place}: no event for ${name}`)
  }
  const draftTags = events
    .flatMap(({ data }) => data.data.tags)
    .filter(
      (tag) => /^[aem]\d+/.test(tag) && viewOfScope(Number.parseInt(tag.slice(1), 10)) === 'draft',
    )
  assert.deepEqual(draftTags, [], place)
  // Media that no response may show have no id.
  for (const { event, data } of events) {
    if (event.startsWith('media.')) assert.equal(data.data.id, null)
  }
}

async function checkResumption(app: TestApp, { key, events, stream }: Reader): Promise<void> {
  stream.stop()
  const last = events.at(-1)
  for (const [index, { id }] of events.entries()) {
    if (index === events.length - 1) break
    const resumed = await openChanges(app.addresses.api, key, { lastEventId: id })
    const rest = await resumed.until(({ data }) => data.timestamp === last?.data.timestamp)
    resumed.stop()
    const dataOf = (list: readonly SentEvent[]): unknown[] =>
      list.map(({ event, data }) => ({ event, ...data }))
    assert.deepEqual(dataOf(rest), dataOf(events.slice(index + 1)))
  }
}
