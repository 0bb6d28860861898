/** Previews of many schedules. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDocumentCache } from '../../delivery/document-cache.ts'
import { getContent } from '../../delivery/read-contents.ts'
import type { Schedule } from '../../store/schedules.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { contextOf, withArticles } from '../../testing/transfer-factory.ts'
import { watchLoads } from '../../testing/watch-loads.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { buildPreview } from './build.ts'
import { createPreviews } from './read.ts'

const title = 201
const due = Date.UTC(2099, 0)
const delivery = { documents: createDocumentCache(), assetsUrl: '' }
const key = { reads: 'published', spaceIds: null } as const
const wanted = { rootId: 1, at: due }

const scheduleOf = (itemId: number, some: Partial<Schedule> = {}): Schedule => ({
  itemId,
  rootId: 1,
  languageId: 1,
  action: 'publish',
  dueAt: due,
  copy: { values: { [title]: `Scheduled ${itemId}` }, updatedAt: 1 },
  actor: 'user:1',
  createdAt: 1,
  failedAt: null,
  problems: null,
  ...some,
})

onBothDatabases('previews of many schedules', (fresh) => {
  it('load the content of a few at once', async () => {
    const { store, ids } = await withArticles(fresh, 60)
    await store.write((tx) => tx.schedules.save(ids.map((id) => scheduleOf(id))))
    const context = { ...contextOf(store), databaseNow: () => 0 }
    const most = watchLoads(store)
    await buildPreview(context, wanted)
    assert.deepEqual(most, { items: 25, copies: 25 })
    const previews = createPreviews(context)
    for (const id of [1, 60]) {
      const reply = await previews.read(wanted, (previewed) =>
        getContent(delivery, { ...previewed, key, query: [] }, String(id)),
      )
      assert.match(String(await reply.body()), new RegExp(`"Scheduled ${id}"`))
    }
  })

  it('are refused above the limit, without reading all schedules', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const schedules = Array.from({ length: 10_001 }, (_, index) =>
      scheduleOf(index + 1, { action: 'unpublish', copy: null }),
    )
    await store.write((tx) => tx.schedules.save(schedules))
    const context = { ...contextOf(store), databaseNow: () => 0 }
    await assert.rejects(buildPreview(context, wanted), /at most 10000 changed items/)
    const some = await store.read((tx) => tx.schedules.dueBy(1, due, 2))
    assert.deepEqual(
      some.map(({ itemId }) => itemId),
      [1, 2],
    )
  })
})
