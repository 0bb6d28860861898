/** Finds referrers, whether through an index key or a separate use row. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { StoredValues } from '../fields/field-type.ts'
import type { Item, Use } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { fillSample, models, readSchema, sampleItem } from '../testing/read-sample.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { pointersOf, pointingKeys } from './pointers.ts'
import { saveItems } from './save.ts'

const [title, body, cover, author, links, blocks] = [201, 204, 209, 210, 211, 212]
const targets = [101, 102]
const itemIds = [1, 2, 3]

const embed = (id: number): string =>
  `<div data-service-ftelm="content" data-service-content-id="${id}"></div>`
const target = fc.constantFrom(...targets)
const values = fc.record(
  {
    [author]: target,
    [cover]: target,
    [links]: fc.array(
      target.map((id) => ({ 321: 'x', 323: id })),
      { maxLength: 2 },
    ),
    [blocks]: fc.array(
      target.map((id) => ({ set: 12, values: { 311: 'x', 312: id } })),
      { maxLength: 2 },
    ),
    [body]: target.map((id) => ({ portable_html: embed(id), text: '', markdown: '' })),
    [title]: fc.constantFrom('101', '102'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<StoredValues>
const stagesOf = fc.record({ draft: values, published: values }, { requiredKeys: [] })
const item = fc
  .record({
    id: fc.constantFrom(...itemIds),
    own: stagesOf,
    ja: fc.option(stagesOf, { nil: undefined }),
    place: fc.constantFrom('live', 'live', 'archived', 'deleted'),
  })
  .map(({ id, own, ja, place }) =>
    sampleItem(id, models.article, {
      ...own,
      ...(ja && { ja }),
      archived: place === 'archived',
      deleted: place === 'deleted',
    }),
  )

async function referrersIn(store: Store, { kind, targetId }: Use): Promise<unknown> {
  const filter = {
    rootId: readSchema.root.id,
    kind,
    targetIds: [targetId],
    exceptIds: [],
    spaceIds: null,
    keys: pointingKeys(readSchema),
  }
  return store.read((tx) => tx.studio.referrers(filter, { limit: 10, offset: 0 }))
}

onBothDatabases('references to an item or media file', (fresh, kind) => {
  it('are found wherever they are, after any changes', async () => {
    const { store } = await fresh()
    const empty = itemIds.map((id) => sampleItem(id, models.article, {}))
    await fillSample(store, empty)
    const current = new Map(empty.map((one) => [one.id, one]))
    const entry = { actor: 'test', action: 'save', at: 0, isNew: false, before: [] }
    const pointing = (one: Item, use: Use): boolean =>
      one.deletedAt === null &&
      pointersOf(one, readSchema).some(
        (found) => found.kind === use.kind && found.targetId === use.targetId,
      )
    const property = fc.asyncProperty(fc.array(item, { maxLength: 4 }), async (changes) => {
      for (const change of changes) {
        await store.write((tx) => saveItems(tx, readSchema, [change], entry))
        current.set(change.id, change)
      }
      for (const targetId of targets) {
        for (const use of [
          { kind: 'item', targetId },
          { kind: 'media', targetId },
        ] as const) {
          const ids = itemIds.filter((id) => {
            const one = current.get(id)
            return one !== undefined && pointing(one, use)
          })
          const found = { ids: ids.toReversed(), total: ids.length }
          assert.deepEqual(await referrersIn(store, use), found, JSON.stringify(use))
        }
      }
    })
    await fc.assert(property, runs(kind === 'sqlite' ? 60 : 20))
  })
})
