/** Erased values are gone from every place that stores copies of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Model } from '@octavo/schema/definitions.ts'
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
import { eraseFromDeliveries } from './erase-deliveries.ts'
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
    const context = { ...contextOf(store), databaseNow: contextOf(store).now }
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

  const slug = 202

  /** An item with events, in which `secret` is erased. */
  async function start(body: object) {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const clock = { now: 1_800_000_000_000 }
    const context = { ...contextOf(store), now: () => clock.now }
    const settings = { name: 'a', target: 'https://example.com', events: [...eventTypes] }
    await createWebhook(context, place, { ...settings, includesDrafts: true })
    const id = await createItem(context, { ...draft, model: 'article', stage: 'published', body })
    await changeState(context, { ...place, ids: [id], action: 'unpublish', languageId: null })
    const changeModel = (change: (model: Model) => Model): Promise<void> =>
      store.write(async (tx) => {
        await tx.roots.lock(1, 'exclusive')
        const root = await tx.roots.load(1)
        const models = root.models.map((model) => (model.id === 22 ? change(model) : model))
        await tx.roots.save({ ...root, models })
      })
    /** Appends an entry to the change log at a later time. */
    const log = async (action: string): Promise<void> => {
      clock.now += 1000
      const subject = { rootId: 1, kind: 'schema', subjectId: 1, modelId: null } as const
      const entry = { ...subject, at: clock.now, actor: 'test', action, scopes: [] }
      await store.write((tx) => tx.changes.append([entry]))
    }
    const erase = (fieldId: number, languageId: number | null): Promise<void> =>
      eraseValues(context, { ...place, id, fieldIds: [fieldId], languageId })
    const left = async (text = 'secret'): Promise<string[]> =>
      (await unassignedEvents(store)).map(({ data }) => data).filter((data) => data.includes(text))
    assert.ok((await left()).length > 0)
    return { store, changeModel, log, erase, left }
  }

  describe('are gone from events', () => {
    it('of languages that share the value', async () => {
      const fields = { title: 'One', slug: 'secret-slug' }
      const { erase, left } = await start({ fields, 'fields[ja]': { title: '海' } })
      await erase(slug, 1)
      assert.deepEqual(await left(), [])
    })

    it('that have an earlier name of the field', async () => {
      const { changeModel, erase, left } = await start({ fields: { title: 'One', lead: 'secret' } })
      await changeModel((model) => ({
        ...model,
        fields: model.fields.map((field) =>
          field.id === lead ? { ...field, luid: 'intro' } : field,
        ),
      }))
      await erase(lead, null)
      assert.deepEqual(await left(), [])
    })

    it('that have an earlier name of the model', async () => {
      const { changeModel, erase, left } = await start({ fields: { title: 'secret' } })
      await changeModel((model) => ({ ...model, luid: 'story' }))
      await erase(title, null)
      assert.deepEqual(await left(), [])
    })

    it('in which the field was the title', async () => {
      const { changeModel, erase, left } = await start({ fields: { title: 'secret' } })
      await changeModel((model) => ({ ...model, titleFieldId: slug }))
      await erase(title, null)
      assert.deepEqual(await left(), [])
    })
  })

  describe('are gone from events that were recorded before a name had another field', () => {
    const fields = { title: 'One', lead: 'secret' }
    const exchanged = new Map([
      ['lead', 'intro'],
      ['slug', 'lead'],
    ])
    const exchange = (model: Model): Model => ({
      ...model,
      fields: model.fields.map((field) => ({
        ...field,
        luid: exchanged.get(field.luid) ?? field.luid,
      })),
    })

    it('with all other values', async () => {
      const { changeModel, log, erase, left } = await start({ fields })
      await changeModel(exchange)
      await log('apply')
      await log('change settings')
      await erase(lead, null)
      assert.deepEqual([await left(), await left('"One"')], [[], []])
      assert.ok((await left('"_id"')).length > 0)
    })

    it('if the change log does not go back that far', async () => {
      const { store, changeModel, log, erase, left } = await start({ fields })
      await changeModel(exchange)
      await log('apply')
      await log('change settings')
      const all = { before: 2e12, beforeAlways: 2e12, consumers: [], limit: 100 }
      await store.write((tx) => tx.changes.prune(all))
      await erase(lead, null)
      assert.deepEqual(await left(), [])
    })

    it('but not if only settings have changed', async () => {
      const { log, erase, left } = await start({ fields })
      await log('change settings')
      await erase(lead, null)
      assert.deepEqual(await left(), [])
      assert.ok((await left('"One"')).length > 0)
    })
  })

  it('are searched once in the events of all items', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const item = JSON.stringify({ _id: 7, title: 'One', lead: 'secret' })
    const data = `{"id":7,"model":"article","lang":"en","item":${item},"previous":null}`
    const event = { rootId: 1, at: 1, actor: 'test', data, webhookIds: [] }
    const count = 250
    const searches = await store.write(async (tx) => {
      const events = Array.from({ length: count }, (_, index) => ({
        ...event,
        type: 'item.published' as const,
        subject: `item ${index % 2 ? 7 : 8}`,
      }))
      await tx.webhooks.record(events)
      const counts = { searches: 0 }
      const webhooks: typeof tx.webhooks = {
        ...tx.webhooks,
        eventsOf(...given) {
          counts.searches++
          return tx.webhooks.eventsOf(...given)
        },
      }
      const erased = { id: 7, modelId: 22, fieldIds: [lead], languageId: null }
      const schema = await contextOf(store).schemas.forWriting(tx, 1)
      await eraseFromDeliveries({ studio: tx.studio, webhooks }, schema, erased)
      return counts.searches
    })
    assert.equal(searches, 4)
    const left = (await unassignedEvents(store)).filter((one) => one.data.includes('secret'))
    assert.deepEqual(new Set(left.map(({ subject }) => subject)), new Set(['item 8']))
    assert.equal(left.length, count / 2)
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
