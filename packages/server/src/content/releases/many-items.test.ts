/** Releases can have thousands of items, so their entries are handled in batches. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '../../testing/stores.ts'
import { contextOf, withArticles } from '../../testing/transfer-factory.ts'
import { addToRelease } from './entries.ts'
import { createRelease, duplicateRelease } from './manage.ts'
import { publishRelease } from './publish.ts'
import { undoRelease } from './undo.ts'
import { checkRelease } from './validate.ts'

onBothDatabases('a release with more items than a batch', (fresh) => {
  it('is added, copied, checked, published and undone completely', async () => {
    const { store, ids } = await withArticles(fresh, 60)
    const context = contextOf(store)
    const request = { rootId: 1, luid: 'one', actor: 'user:1', canPublish: true, spaceIds: null }
    const entriesOf = (luid: string) =>
      store.read(async (tx) => {
        const release = await tx.releases.find(1, luid)
        const entries = await tx.releases.entries(release?.id ?? 0)
        return entries.map(({ itemId, languageId, copy }) => [itemId, languageId, copy?.values])
      })
    const publicIds = () =>
      store.read(async (tx) => {
        const items = await tx.items.load(ids)
        return items.filter(({ languages }) => languages.get(1)?.published).map(({ id }) => id)
      })
    await createRelease(context, request, { luid: 'one' })
    await addToRelease(context, { ...request, ids, action: 'publish', languageId: null })
    const added = await entriesOf('one')
    assert.deepEqual(
      added,
      ids.map((id) => [id, 1, { 201: `Article ${id}` }]),
    )
    await duplicateRelease(context, request, { luid: 'two' })
    assert.deepEqual(await entriesOf('two'), added)
    const check = await store.read(async (tx) =>
      checkRelease(tx, await context.schemas.in(tx, 1), 'two', context.now()),
    )
    assert.deepEqual(check, { problems: [], conflicts: [], references: [] })
    await publishRelease(context, request)
    assert.deepEqual(await publicIds(), ids)
    await undoRelease(context, request)
    assert.deepEqual(await publicIds(), [])
    assert.deepEqual(await entriesOf('one'), added)
  })
})
