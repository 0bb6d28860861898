/** Streams whose clients do not read. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { it } from 'node:test'
import { scopeOf } from '@octavo/schema/schema.ts'
import { parseKey } from '../access/keys.ts'
import { startFeed } from '../changes/feed.ts'
import type { NewChange } from '../store/records.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { eventually } from '../testing/eventually.ts'
import { writeRoot } from '../testing/write-root.ts'
import { createLiveStreams, type LiveStreams } from './streams.ts'
import type { StreamView } from './view.ts'

const megabyte = 1024 * 1024

testApps('a stream whose client does not read', (freshApp) => {
  it('uses bounded memory, ends, and can be continued', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const { streams, open, sent, stop } = await follow(app)
    const slow = await open()
    const ids = Array.from({ length: 6 }, (_, index) => index + 1)
    for (const id of ids) {
      await app.deps.store.write((tx) => tx.changes.append([largeChange(id, app.clock.now)]))
    }
    await sent()
    const first = await textOf(slow)
    assert.ok(first.length < 3 * megabyte, `${first.length} bytes were kept`)
    assert.match(first, /event: goaway\ndata: \{"reason":"too-slow".*\}\n\n$/)
    await eventually(() => streams.count() === 0)
    const resumed = await open(
      first
        .matchAll(/^id: (.*)$/gm)
        .toArray()
        .at(-1)?.[1],
    )
    const wanted = ids.length * eventsOfChange
    let text = first
    for await (const chunk of resumed) {
      text += String(chunk)
      if (itemsIn(text).length >= wanted) break
    }
    assert.deepEqual(
      itemsIn(text),
      ids.flatMap((id) => Array<number>(eventsOfChange).fill(id)),
    )
    await stop()
  })
})

async function follow(app: TestApp): Promise<{
  streams: LiveStreams
  open(lastEventId?: string): Promise<Readable>
  /** Resolves when all committed changes were written to the streams. */
  sent(): Promise<void>
  stop(): Promise<void>
}> {
  const { deps } = app
  const streams = createLiveStreams({ ...deps, catchUp: () => feed.catchUp() })
  const feed = await startFeed(deps.store, { ...streams, log: deps.log })
  const { id = 0 } = parseKey(await app.createKey()) ?? {}
  const key = await deps.store.read((tx) => tx.keys.load(id))
  assert.ok(key)
  const open = (lastEventId?: string): Promise<Readable> => streams.open({ key, view, lastEventId })
  return {
    streams,
    open,
    async sent() {
      await feed.catchUp()
      // A new stream begins after everything that was read before.
      const other = await open()
      await once(other, 'readable')
      other.destroy()
    },
    async stop() {
      streams.end()
      await feed.stop()
    },
  }
}

const view: StreamView = {
  rootId: 1,
  reads: 'draft',
  listsMedia: true,
  spaceIds: null,
  modelIds: null,
  languageIds: null,
}

const eventsOfChange = 180

/** Its events have about 800 kilobytes: each of them has the tags of all languages. */
function largeChange(subjectId: number, at: number): NewChange {
  const languages = Array.from({ length: eventsOfChange }, (_, index) => index + 1)
  return {
    at,
    rootId: 1,
    kind: 'item',
    subjectId,
    modelId: 1,
    actor: 'test',
    action: 'publish',
    scopes: languages.map((id) => scopeOf(id, 'published')),
    events: languages.map((languageId) => ({ type: 'item.published', languageId, isDraft: false })),
  }
}

async function textOf(body: Readable): Promise<string> {
  return Buffer.concat(await body.toArray()).toString()
}

function itemsIn(text: string): number[] {
  return Array.from(text.matchAll(/"data":\{"id":(\d+),/g), ([, id]) => Number(id))
}
