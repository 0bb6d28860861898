/**
 * Compares the neighbours of every item with the plain model, in every order of two keys that may be empty.
 * Generated requests rarely combine a tie in the first key, an empty second key and a step backwards.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { createSnapshots } from '../store/cache/snapshots.ts'
import type { StoredValues } from '../fields/field-type.ts'
import type { Item } from '../store/records.ts'
import { sqlStore } from '../store/sql/store.ts'
import { fill, misleading } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { denseRoot } from '../testing/read-dense.ts'
import { modelItem, type ModelWorld, type Params } from '../testing/read-model.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createDocumentCache } from './document-cache.ts'
import { getContent } from './read-contents.ts'

const schema = indexSchema({
  ...denseRoot,
  languages: [{ id: 11, key: 'en', bit: 0 }],
  spaces: [{ id: 21, luid: '_parent', name: 'Parent' }],
})
const key = { reads: 'draft', spaceIds: null } as const

/** All combinations of empty and two values, in two models. */
function everyMixture(): Item[] {
  const days = [undefined, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
  const kinds = [undefined, 'news', 'essay']
  const times = [null, Date.UTC(2026, 1, 1)]
  const mixtures = kinds.flatMap((kind) =>
    days.flatMap((day) => times.map((time) => ({ kind, day, time }))),
  )
  return mixtures.map((mixture, index) => itemOf(1000 + index, mixture))
}

interface Mixture {
  kind: string | undefined
  day: number | undefined
  time: number | null
}

function itemOf(id: number, { kind, day, time }: Mixture): Item {
  const modelId = id % 5 < 2 ? 31 : 32
  const values: StoredValues = {}
  if (day !== undefined) values[modelId * 100 + 4] = day
  if (kind !== undefined) values[modelId * 100 + 5] = kind
  const data = { values, updatedAt: 1 }
  const [draft, published] = time === null ? [data, null] : [null, data]
  return {
    id,
    rootId: 1,
    spaceId: 21,
    modelId,
    createdAt: 1,
    archivedAt: null,
    deletedAt: null,
    languages: new Map([[11, { draft, published, publishedAt: time, lastPublishedAt: time }]]),
  }
}

function everyOrder(): string[] {
  const names = ['kind', 'day', '_published_at']
  const signed = names.flatMap((name) => [name, `-${name}`])
  return signed.flatMap((first) =>
    signed
      .filter((second) => second.replace('-', '') !== first.replace('-', ''))
      .map((second) => `${first},${second}`),
  )
}

onBothDatabases('reading', (fresh) => {
  it('finds the previous and next item in every order of two keys', async () => {
    const world: ModelWorld = { schema, items: everyMixture(), media: [], assetsUrl: '' }
    const { store, address } = await fresh()
    await fill(store, world)
    const misled = sqlStore(openDatabase(address), misleading(0))
    const delivery = { documents: createDocumentCache(200_000), assetsUrl: '' }
    const ways = [store, misled].map((one) => createSnapshots(one))
    for (const [index, order] of everyOrder().entries()) {
      for (const { id } of world.items) {
        const select = '_id,_prev._id,_next._id'
        const query: Params = Object.entries({ order, select, include: '_prev,_next' })
        const reply = await ways[index % 2]?.read((reading) =>
          getContent(delivery, { key, schema, reading, query }, String(id)),
        )
        const actual: unknown = JSON.parse(String(await reply?.body()))
        assert.deepEqual(actual, modelItem(world, key, id, query), `${order} around ${id}`)
      }
    }
    await misled.close()
  })
})
