/** Releases can have thousands of items, so their entries are handled in batches. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '../../testing/stores.ts'
import { watchLoads } from '../../testing/watch-loads.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { scheduleItem } from '../schedules/schedule.ts'
import { contextOf, importLines, withArticles } from '../../testing/transfer-factory.ts'
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
        const entries = await tx.releases.entriesOf(release?.id ?? 0, ids)
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
  it('is checked without the content that other plans have for the targets of its references', async () => {
    const opened = await fresh()
    const { store } = opened
    await store.write((tx) => tx.roots.insert(writeRoot))
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
    const [ids, targets] = [numbers, numbers.map((id) => id + 100)]
    const lines = [...ids, ...targets, 200].map((id) => {
      const links =
        id > 100
          ? []
          : [
              { label: 'a', to: id + 100 },
              { label: 'b', to: 200 },
            ]
      return { model: 'article', id, fields: { title: `Article ${id}`, links } }
    })
    await importLines(opened, lines)
    const context = contextOf(store)
    const at = context.now()
    const whole = { rootId: 1, actor: 'user:1', canPublish: true, spaceIds: null }
    const plan = async (luid: string, items: readonly number[], dueAt: number): Promise<void> => {
      const request = { ...whole, luid }
      await createRelease(context, request, { luid })
      const adding = { ...request, ids: items, action: 'publish', languageId: null } as const
      await addToRelease(context, adding)
      await publishRelease(context, { ...request, at: dueAt })
    }
    const check = () =>
      store.read(async (tx) => checkRelease(tx, await context.schemas.in(tx, 1), 'one', at))
    const hidden = ({ references }: Awaited<ReturnType<typeof check>>) =>
      references.map(({ item, path, targetId }) => [item.id, path, targetId])
    const missing = ids.map((id) => [id, 'links[1].to', 200])
    await plan('one', ids, at + 3000)
    const both = missing.flatMap((one, index) => [[ids[index], 'links[0].to', targets[index]], one])
    assert.deepEqual(hidden(await check()), both)
    await plan('two', targets.slice(0, 30), at + 2000)
    await plan('later', [200], at + 4000)
    for (const id of targets.slice(30)) {
      await scheduleItem(context, { ...whole, id, languageId: null, publishAt: at + 1000 })
    }
    const most = watchLoads(store)
    assert.deepEqual(hidden(await check()), missing)
    // Those of the release itself, in batches.
    assert.deepEqual(most, { items: 25, copies: 25 })
  })
})
