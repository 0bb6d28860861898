/** Erased values are gone from every place that stores copies of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventTypes } from '@octavo/schema/events.ts'
import type { Store } from '../../store/store.ts'
import { countTurns } from '../../testing/count-turns.ts'
import { addRevisions } from '../../testing/many-revisions.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { unassignedEvents } from '../../testing/unassigned-events.ts'
import { sampleMedia } from '../../testing/sample-media.ts'
import { contextOf } from '../../testing/transfer-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { withAssetsUrl } from '../../events/recorded-urls.ts'
import { createWebhook } from '../../webhooks/manage.ts'
import { addToRelease } from '../releases/entries.ts'
import { createRelease } from '../releases/manage.ts'
import { publishRelease } from '../releases/publish.ts'
import { scheduleItem } from '../schedules/schedule.ts'
import { changeState } from '../state.ts'
import { createItem, patchItem } from '../write.ts'
import { eraseValues } from './erase.ts'
import { loadRevision } from './read.ts'

const [title, lead] = [201, 203]
const place = { rootId: 1, spaceId: 1, actor: 'user:1' }
const source = { textFormat: 'portable_html', allowsMultiselect: true } as const
const draft = { ...source, ...place, stage: 'draft', languageId: null } as const

onBothDatabases('erased values', (fresh) => {
  it('are gone from drafts, schedules, releases, deliveries and the audit log', async () => {
    const { store } = await fresh()
    await store.write(async (tx) => {
      await tx.roots.insert(writeRoot)
      await tx.media.insert(sampleMedia({ id: 4, filename: 'sea.png' }))
    })
    const context = contextOf(store)
    const settings = { name: 'a', target: 'https://example.com', events: [...eventTypes] }
    await createWebhook(context, place, { ...settings, includesDrafts: true })
    const fields = (text: string) => ({
      body: { fields: { title: text, lead: `secret ${text}`, cover: 4 } },
    })
    const create = (text: string) =>
      createItem(context, { ...draft, model: 'article', stage: 'published', ...fields(text) })
    const [id, other] = [await create('One'), await create('Other')]
    await patchItem(context, { ...draft, id, ...fields('Two') })
    const inRelease = { ...place, canPublish: true, spaceIds: null }
    for (const luid of ['done', 'open']) {
      await createRelease(context, place, { luid })
      const request = { ...inRelease, luid }
      await addToRelease(context, { ...request, ids: [id], action: 'publish', languageId: null })
    }
    await publishRelease(context, { ...inRelease, luid: 'done' })
    await patchItem(context, { ...draft, id, ...fields('Three') })
    await scheduleItem(context, { ...draft, id, publishAt: Date.UTC(2099, 0) })
    await changeState(context, { ...place, ids: [id], action: 'unpublish', languageId: null })

    assert.ok((await copiesOf(store, id)).some((text) => text.includes('secret')))
    await eraseValues(context, { ...place, id, fieldIds: [lead], languageId: null })
    assert.deepEqual(
      (await copiesOf(store, id)).filter((text) => text.includes('secret')),
      [],
    )
    assert.ok((await copiesOf(store, id)).some((text) => text.includes('Three')))
    for (const { data } of await unassignedEvents(store)) {
      const sent = JSON.parse(withAssetsUrl(data, 'https://assets.example.com')) as SentData
      const url = sent.item?.cover.url ?? 'https://assets.example.com/spaces'
      assert.match(url, /^https:\/\/assets\.example\.com\/spaces/)
    }
    assert.ok((await copiesOf(store, other)).some((text) => text.includes('secret')))
  })

  it('let others work meanwhile', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const context = contextOf(store)
    const body = { fields: { title: 'One' } }
    const id = await createItem(context, { ...draft, model: 'article', body })
    const text = 'sea and hills '.repeat(100)
    const groups = 32
    await addRevisions(store, id, groups * 32, (number) => ({ [title]: `${number}`, [lead]: text }))
    const turns = await countTurns(() =>
      eraseValues(context, { ...place, id, fieldIds: [lead], languageId: null }),
    )
    // One round of the event loop runs up to eight groups that take no time.
    assert.ok(turns >= groups / 8, `${turns} turns of the event loop`)
    const [item] = await store.read((tx) => tx.items.load([id]))
    assert.ok(item)
    const found = await store.read((tx) => loadRevision(tx, item, 200))
    assert.deepEqual(await found?.values(), { [title]: '200' })
  })
})

interface SentData {
  item: { cover: { url: string } } | null
}

/** All stored rows that belong to an item, as JSON; compressed revisions as they are. */
async function copiesOf(store: Store, id: number): Promise<string[]> {
  const events = await unassignedEvents(store)
  const data = events.flatMap((event) => (event.subject === `item ${id}` ? [event.data] : []))
  const stored = await store.read(async (tx) => {
    const texts: string[] = []
    for (const table of tx.tables.names) {
      for await (const rows of tx.tables.scan(table)) {
        const own = rows.filter((row) => row['item_id'] === id || row['subject_id'] === id)
        texts.push(...own.map((row) => JSON.stringify(row)))
      }
    }
    return texts
  })
  return [...stored, ...data]
}
