/** Reads with `release` and `at` find their preview again with few statements, and notice every change. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDocumentCache } from '../../delivery/document-cache.ts'
import { getContent } from '../../delivery/read-contents.ts'
import { sqlStore } from '../../store/sql/store.ts'
import type { Sql } from '../../store/sql/sql.ts'
import { noting, openDatabase } from '../../testing/open-database.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { contextOf } from '../../testing/transfer-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { addToRelease } from '../releases/entries.ts'
import { createRelease } from '../releases/manage.ts'
import { publishRelease, unscheduleRelease } from '../releases/publish.ts'
import { scheduleItem } from '../schedules/schedule.ts'
import { createItem, patchItem } from '../write.ts'
import type { Wanted } from './plan.ts'
import { createPreviews } from './read.ts'

const place = { rootId: 1, spaceId: 1, actor: 'user:1' }
const draft = {
  ...place,
  stage: 'draft',
  textFormat: 'portable_html',
  allowsMultiselect: true,
} as const
const due = Date.UTC(2099, 0)
const delivery = { documents: createDocumentCache(), assetsUrl: '' }

onBothDatabases('repeated reads of a preview', (fresh) => {
  it('do not look up what they show, until a plan changes', async () => {
    const { store: opened, address } = await fresh()
    await opened.write((tx) => tx.roots.insert(writeRoot))
    const statements: Sql[] = []
    const store = sqlStore(noting(openDatabase(address), statements))
    try {
      const context = { ...contextOf(store), databaseNow: () => 0 }
      const previews = createPreviews(context)
      const read = async (wanted: Wanted) => {
        statements.length = 0
        const key = { reads: 'at' in wanted ? 'published' : 'draft', spaceIds: null } as const
        const reply = await previews.read(wanted, (previewed) =>
          getContent(delivery, { ...previewed, key, query: [] }, String(id)),
        )
        const { title } = JSON.parse(String(await reply.body())) as { title: string }
        const texts = statements.map(({ chunks }) => chunks.join('?'))
        const isLookedUp = texts.some((text) => /from (releases|schedules)\b|max\(due\)/.test(text))
        return { title, isLookedUp }
      }
      const body = (title: string) => ({ body: { fields: { title } } })
      const id = await createItem(context, { ...draft, model: 'article', ...body('One') })
      const request = { ...place, luid: 'spring', canPublish: true, spaceIds: null }
      const add = async (title: string): Promise<void> => {
        await patchItem(context, { ...draft, id, ...body(title) })
        await addToRelease(context, { ...request, ids: [id], action: 'publish', languageId: null })
        await patchItem(context, { ...draft, id, ...body('Later') })
      }
      await createRelease(context, request, { luid: 'spring' })
      const release = { rootId: 1, releases: ['spring'] }
      for (const title of ['Two', 'Three']) {
        await add(title)
        assert.deepEqual(await read(release), { title, isLookedUp: true })
        assert.deepEqual(await read(release), { title, isLookedUp: false })
        // The item is derived again, but the plans are the same.
        await patchItem(context, { ...draft, id, ...body('Later still') })
        assert.equal((await read(release)).title, title)
        assert.deepEqual(await read(release), { title, isLookedUp: false })
      }
      await publishRelease(context, { ...request, at: due })
      await patchItem(context, { ...draft, id, ...body('Scheduled') })
      await scheduleItem(context, { ...place, id, languageId: null, publishAt: due + 1 })
      for (const [at, title] of [
        [due, 'Three'],
        [due + 1, 'Scheduled'],
      ] as const) {
        assert.deepEqual(await read({ rootId: 1, at }), { title, isLookedUp: true })
        assert.deepEqual(await read({ rootId: 1, at }), { title, isLookedUp: false })
      }
      await unscheduleRelease(context, request)
      await assert.rejects(read({ rootId: 1, at: due }), /there is no such content/)
    } finally {
      await store.close()
    }
  })
})
