/** A language that is removed while a release is being published does not come back. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Store } from '../../store/store.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { contextOf, withArticles } from '../../testing/transfer-factory.ts'
import { changeState } from '../state.ts'
import { patchItem } from '../write.ts'
import { addToRelease } from './entries.ts'
import { createRelease, duplicateRelease } from './manage.ts'
import { publishRelease } from './publish.ts'

const place = { rootId: 1, spaceId: 1, actor: 'user:1' }
const request = { ...place, luid: 'one', canPublish: true, spaceIds: null }

onBothDatabases('a release with a language that is being removed', (fresh) => {
  const uses = {
    'publishes the other languages': (context: ReturnType<typeof contextOf>) =>
      publishRelease(context, request),
    'is copied without it': async (context: ReturnType<typeof contextOf>) => {
      await duplicateRelease(context, request, { luid: 'two' })
      await publishRelease(context, { ...request, luid: 'two' })
    },
  }
  for (const [name, use] of Object.entries(uses)) {
    it(name, async () => {
      const { store, ids } = await withArticles(fresh, 1)
      const [id = 0] = ids
      const context = contextOf(store)
      const body = { 'fields[ja]': { title: '一' } }
      const source = {
        stage: 'draft',
        textFormat: 'portable_html',
        allowsMultiselect: true,
      } as const
      await patchItem(context, { ...place, ...source, id, body })
      await createRelease(context, request, { luid: 'one' })
      await addToRelease(context, { ...request, ids, action: 'publish', languageId: null })
      let other: Promise<void> | undefined
      const removing = whenLoaded(store, 'after', async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const waiting = whenLoaded(store, 'before', () => Promise.resolve(resolve()))
        other = use({ ...context, store: waiting })
        // SQLite has one write transaction at a time.
        if (store.kind === 'postgres') await promise
      })
      const change = { ...place, ids, action: 'remove language', languageId: 2 } as const
      await changeState({ ...context, store: removing }, change)
      await other
      const [item] = await store.read((tx) => tx.items.load(ids))
      const published = [...(item?.languages ?? [])].filter(([, language]) => language.published)
      assert.deepEqual(
        published.map(([languageId]) => languageId),
        [1],
      )
    })
  }
})

/** Runs `work` when a write transaction loads, and locks, its first items. */
function whenLoaded(store: Store, when: 'before' | 'after', work: () => Promise<void>): Store {
  let isFirst = true
  return {
    ...store,
    write: (change) =>
      store.write((tx) => {
        const { load } = tx.items
        tx.items.load = async (ids) => {
          const isNow = isFirst
          isFirst = false
          if (isNow && when === 'before') await work()
          const items = await load(ids)
          if (isNow && when === 'after') await work()
          return items
        }
        return change(tx)
      }),
  }
}
