/** Webhooks from a change to a request, with a real receiver. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { after, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Running } from '../changes/leased-work.ts'
import { addToRelease } from '../content/releases/entries.ts'
import { createRelease } from '../content/releases/manage.ts'
import { publishRelease } from '../content/releases/publish.ts'
import { changeState } from '../content/state.ts'
import { createItem, patchItem, type WriteContext } from '../content/write.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Store } from '../store/store.ts'
import { withLastingLeases } from '../testing/lasting-lease.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { receiveWebhooks, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { writeRoot } from '../testing/write-root.ts'
import { unboundedParser } from '../text/text-parser.ts'
import * as manage from './manage.ts'
import { readDelivery } from './read-delivery.ts'
import type { GivenSettings } from './settings.ts'
import { startWebhooks } from './start.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
const assetsUrl = 'https://assets.example.com'
const itemEvents = [
  'item.published',
  'item.unpublished',
  'item.archived',
  'item.restored',
  'item.deleted',
]

const by = { rootId: 1, actor: 'test' }

onBothDatabases('webhooks', (fresh) => {
  const running: (Running | { close(): Promise<void> })[] = []
  after(async () => {
    for (const one of running) await ('stop' in one ? one.stop() : one.close())
  })

  async function stopLast(): Promise<void> {
    const last = running.pop()
    if (last && 'stop' in last) await last.stop()
  }

  /** Returns the results of attempts, as they end. */
  async function start(
    store: Store,
    { allowed = loopback, now = Date.now }: { allowed?: BlockList; now?: () => number } = {},
  ): Promise<boolean[]> {
    const results: boolean[] = []
    const onAttempt = (isSuccess: boolean): void => void results.push(isSuccess)
    const context = { store: withLastingLeases(store), now, log: () => {}, onAttempt }
    running.push(startWebhooks({ ...context, assetsUrl, allowed }))
    return results
  }

  async function prepared(reply?: Parameters<typeof receiveWebhooks>[0]): Promise<Prepared> {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const context = {
      store,
      schemas: cachedSchemas(),
      texts: unboundedParser,
      now: () => Date.now(),
    }
    const receiver = await receiveWebhooks(reply)
    running.push(receiver)
    return { context, receiver, ...useCases(context, receiver) }
  }

  it('sends a signed event with the item before and after the change', async () => {
    const { context, receiver, hook, create, state } = await prepared()
    const { secret } = await hook({ events: itemEvents })
    const id = await create({ fields: { title: 'Sea' }, 'fields[ja]': { title: '海' } })
    await state(id, 'publish')
    await state(id, 'unpublish')
    await start(context.store)
    await receiver.waitFor(4)
    const [en, ja, goneEn, goneJa] = receiver.received.map(({ body }) => body)
    const [first] = receiver.received
    for (const { text, headers } of receiver.received) {
      new Webhook(secret).verify(text, headers as Record<string, string>)
    }
    assert.equal(first?.headers['content-type'], 'application/json')
    assert.equal(first?.headers['webhook-id'], `evt_${en?.sequence}`)
    assert.deepEqual(Object.keys(en ?? {}), ['type', 'timestamp', 'sequence', 'data'])
    assert.equal(en?.type, 'item.published')
    const { item, tags, ...data } = en?.data ?? {}
    const place = { id, model: 'article', space: '_parent', lang: 'en' }
    assert.deepEqual(data, { ...place, previous: null, release: null })
    assert.equal(titleIn(item), 'Sea')
    assert.deepEqual(tags, [`e2.${id}`, 'm2.22', 'a2', `e4.${id}`, 'm4.22', 'a4'])
    assert.equal(titleIn(ja?.data['item']), '海')
    assert.equal(goneEn?.type, 'item.unpublished')
    assert.equal(goneEn?.data['item'], null)
    assert.deepEqual(goneEn?.data['previous'], item)
    assert.equal(goneJa?.data['lang'], 'ja')
    const sequences = receiver.received.map(({ body }) => body.sequence)
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    )
  })

  it('sends only what the filters select', async () => {
    const { context, receiver, hook, create } = await prepared()
    await hook({ events: itemEvents, langs: ['ja'], where: '{"kind":{"eq":"news"}}' })
    const both = (title: string, kind: string): object => ({
      fields: { title, kind },
      'fields[ja]': { title, kind },
    })
    await create(both('Essay', 'essay'), 'published')
    const id = await create(both('News', 'news'), 'published')
    const patch = { rootId: 1, spaceId: 1, actor: 'test', textFormat: 'portable_html' } as const
    const change = (fields: object): Promise<number> =>
      patchItem(context, {
        ...patch,
        allowsMultiselect: true,
        id,
        stage: 'published',
        body: { 'fields[ja]': fields },
      })
    await change({ kind: 'essay' })
    await change({ title: 'Not news' })
    await change({ kind: 'news' })
    await start(context.store)
    await receiver.waitFor(3)
    const seen = receiver.received.map(({ body }) => [
      body.data['lang'],
      (body.data['item'] as { kind: string }).kind,
    ])
    assert.deepEqual(seen, [
      ['ja', 'news'],
      ['ja', 'essay'],
      ['ja', 'news'],
    ])
  })

  it('sends one event for a release, and those of its items', async () => {
    const { context, receiver, hook, create, state } = await prepared()
    const body = { fields: { title: 'Sea' }, 'fields[ja]': { title: '海' } }
    const [added, hidden, deleted] = [await create(body), await create(body), await create(body)]
    await state(hidden, 'publish')
    await state(deleted, 'publish')
    const release = {
      rootId: 1,
      luid: 'spring',
      actor: 'test',
      canPublish: true,
      spaceIds: null,
      languageId: null,
    }
    await createRelease(context, release, { luid: 'spring' })
    await addToRelease(context, { ...release, ids: [added], action: 'publish' })
    await addToRelease(context, { ...release, ids: [hidden], action: 'unpublish', languageId: 2 })
    await addToRelease(context, { ...release, ids: [deleted], action: 'delete' })
    await hook({ events: [...itemEvents, 'release.published'] })
    await publishRelease(context, release)
    await start(context.store)
    await receiver.waitFor(6)
    const events = receiver.received
      .map(({ body: sent }) => sent)
      .toSorted((a, b) => a.sequence - b.sequence)
    const published = events.find(({ type }) => type === 'release.published')
    const place = { model: 'article', space: '_parent' }
    const items = [
      { id: added, ...place, lang: 'en', change: 'published' },
      { id: added, ...place, lang: 'ja', change: 'published' },
      { id: hidden, ...place, lang: 'ja', change: 'unpublished' },
      { id: deleted, ...place, lang: 'en', change: 'deleted' },
      { id: deleted, ...place, lang: 'ja', change: 'deleted' },
    ]
    const ofItems = events.filter((event) => event !== published)
    const tags = new Set(ofItems.flatMap(({ data }) => data['tags'] as string[]))
    assert.deepEqual(
      { ...published?.data, tags: new Set(published?.data['tags'] as string[]) },
      { release: 'spring', items, tags },
    )
    assert.deepEqual(Object.keys(published?.data ?? {}), ['release', 'items', 'tags'])
    const titles = { en: 'Sea', ja: '海' }
    const isPublished = (change: string): boolean => change === 'published'
    assert.deepEqual(
      ofItems.map(({ type, data: { item, previous, ...data } }) => ({
        type,
        ...data,
        tags: null,
        item: item && titleIn(item),
        previous: previous && titleIn(previous),
      })),
      items.map(({ change, ...data }) => ({
        type: `item.${change}`,
        ...data,
        release: 'spring',
        tags: null,
        item: isPublished(change) ? titles[data.lang as 'en'] : null,
        previous: isPublished(change) ? null : titles[data.lang as 'en'],
      })),
    )
  })

  it('shows a reference that a release makes visible', async () => {
    const { context, receiver, hook, create, state } = await prepared()
    const ids: number[] = []
    // More than are saved in one batch.
    for (let count = 0; count < 30; count++) ids.push(await create({ fields: { title: 'T' } }))
    const [first = 0, last = 0] = [ids[0], ids.at(-1)]
    const source = {
      ...by,
      spaceId: 1,
      textFormat: 'portable_html',
      allowsMultiselect: true,
    } as const
    const change = (stage: 'draft' | 'published', fields: object): Promise<number> =>
      patchItem(context, { ...source, id: first, stage, body: { fields } })
    await state(first, 'publish')
    await change('published', { links: [{ label: 'a', to: last }] })
    await change('draft', { title: 'U' })
    await hook({ events: ['item.published'] })
    const release = { ...by, luid: 'one', canPublish: true, spaceIds: null, languageId: null }
    await createRelease(context, release, { luid: 'one' })
    await addToRelease(context, { ...release, ids, action: 'publish' })
    await publishRelease(context, release)
    await start(context.store)
    await receiver.waitFor(ids.length)
    const event = receiver.received.find(({ body }) => body.data['id'] === first)
    const targets = (shown: unknown): unknown[] =>
      (shown as { links: { to: unknown }[] }).links.map(({ to }) => to)
    assert.deepEqual(targets(event?.body.data['previous']), [null])
    assert.deepEqual(targets(event?.body.data['item']), [last])
  })

  it('names what was never public in a release only to webhooks with drafts', async () => {
    const { context, receiver, hook, create, state } = await prepared()
    const body = { fields: { title: 'Sea' }, 'fields[ja]': { title: '海' } }
    const [hidden, half] = [await create(body), await create(body)]
    await changeState(context, { ...by, ids: [half], action: 'publish', languageId: 1 })
    const [alone, kept] = [await create(body), await create(body, 'published')]
    await state(kept, 'unpublish')
    const add = async (luid: string, ids: number[]): Promise<void> => {
      const release = { ...by, luid, canPublish: true, spaceIds: null, languageId: null }
      await createRelease(context, release, { luid })
      await addToRelease(context, { ...release, ids, action: 'delete' })
      await publishRelease(context, release)
    }
    await hook({ name: 'public', events: ['release.published'] })
    await hook({ name: 'drafts', events: ['release.published'], includesDrafts: true })
    await hook({ name: 'of english', events: ['release.published'], langs: ['en'] })
    await add('spring', [hidden, half])
    await add('summer', [alone, kept])
    await start(context.store)
    await receiver.waitFor(5)
    const seen = receiver.received
      .toSorted((a, b) => a.body.sequence - b.body.sequence)
      .map(({ body: { data } }) => {
        const items = data['items'] as { id: number; lang: string }[]
        return [data['release'], ...items.map(({ id, lang }) => `${id} ${lang}`)]
      })
    const everyLanguage = (...ids: number[]) => ids.flatMap((id) => [`${id} en`, `${id} ja`])
    assert.deepEqual(seen, [
      ['spring', `${half} en`],
      ['spring', `${half} en`],
      ['spring', ...everyLanguage(hidden, half)],
      ['summer'],
      ['summer', ...everyLanguage(alone, kept)],
    ])
    const [forPublic, forEnglish, forDrafts] = receiver.received
      .map(({ body: { sequence } }) => sequence)
      .toSorted((a, b) => a - b)
    assert.equal(forPublic, forEnglish)
    assert.ok((forDrafts ?? 0) > (forPublic ?? 0))
  })

  it('retries a failed event without holding up later ones', async () => {
    let failures = 1
    const { context, receiver, hook, create, state } = await prepared(() =>
      failures-- > 0 ? 500 : 200,
    )
    await hook({ events: itemEvents })
    const id = await create({ fields: { title: 'Sea' } }, 'published')
    await state(id, 'unpublish')
    // A retry that is due at the same time could be sent before the second event.
    const started = Date.now()
    let passed = 0
    const results = await start(context.store, { now: () => started + passed })
    await receiver.waitFor(2)
    passed = 60_000
    await receiver.waitFor(3)
    await until(async () => (results.length === 3 ? true : undefined))
    assert.deepEqual(results, [false, true, true])
    const types = receiver.received.map(({ body }) => body.type)
    assert.deepEqual(types, ['item.published', 'item.unpublished', 'item.published'])
    assert.equal(
      receiver.received[0]?.headers['webhook-id'],
      receiver.received[2]?.headers['webhook-id'],
    )
  })

  it('disables a webhook whose target is gone, and stops its deliveries', async () => {
    const { context, receiver, hook, create } = await prepared(() => 410)
    const { id: hookId } = await hook({ events: itemEvents })
    await create({ fields: { title: 'Sea' } }, 'published')
    await start(context.store)
    await receiver.waitFor(1)
    const disabled = await until(async () => {
      const record = await context.store.read((tx) => tx.webhooks.load(hookId))
      return record?.disabledAt === null ? undefined : record
    })
    assert.equal(disabled?.disabledReason, 'gone')
    await create({ fields: { title: 'Hills' } }, 'published')
    const rows = await context.store.read((tx) => tx.webhooks.deliveries({ webhookId: hookId }, 10))
    assert.deepEqual(
      rows.map(({ state, attempts }) => [state, attempts]),
      [['failed', 1]],
    )
  })

  it('keeps no attempts of a webhook that was deleted during a request', async () => {
    const held: ServerResponse[] = []
    const { context, receiver, hook, create } = await prepared((_, response) => {
      held.push(response)
    })
    const { id: webhookId } = await hook({ events: itemEvents })
    await create({ fields: { title: 'Sea' } }, 'published')
    const results = await start(context.store)
    await receiver.waitFor(1)
    await manage.deleteWebhook(context, { ...by, id: webhookId })
    held[0]?.end()
    await until(async () => (results.length === 1 ? true : undefined))
    // Saves the results.
    await stopLast()
    const eventId = receiver.received[0]?.body.sequence ?? 0
    const attempts = await context.store.read((tx) => tx.webhooks.attempts({ webhookId, eventId }))
    assert.deepEqual(attempts, [])
  })

  it('refuses private addresses and logs why', async () => {
    const { context, receiver, hook, create } = await prepared()
    const { id: webhookId } = await hook({ events: itemEvents })
    await create({ fields: { title: 'Sea' } }, 'published')
    await start(context.store, { allowed: new BlockList() })
    const attempts = await until(async () => {
      const [row] = await context.store.read((tx) => tx.webhooks.deliveries({ webhookId }, 1))
      const found = row && (await readDelivery({ ...context, assetsUrl }, row))
      return found && found.attempts.length > 0 ? found.attempts : undefined
    })
    assert.match(attempts?.[0]?.error?.message ?? '', /^127\.0\.0\.1 is not a public address/)
    assert.equal(receiver.received.length, 0)
  })

  it('signs with both secrets after a rotation, and sends headers and a template', async () => {
    const { context, receiver, hook, create } = await prepared()
    const { id, secret } = await hook({
      events: itemEvents,
      headers: [{ name: 'X-Token', value: 'abc', isSecret: true }],
      template: '{"text":"{{content.title}} is {{type}}","id":"{{id}}","all":["{{content}}"]}',
    })
    const rotated = await manage.rotateSecret(context, { rootId: 1, id, actor: 'test' })
    const itemId = await create({ fields: { title: 'Sea' } }, 'published')
    await start(context.store)
    await receiver.waitFor(1)
    const [{ text, headers, body } = { text: '', headers: {}, body: {} as never }] =
      receiver.received
    for (const valid of [secret, rotated]) {
      new Webhook(valid).verify(text, headers as Record<string, string>)
    }
    assert.equal(headers['x-token'], 'abc')
    const filled = body as unknown as { text: string; id: number; all: { title: string }[] }
    assert.equal(filled.text, 'Sea is item.published')
    assert.equal(filled.id, itemId)
    assert.equal(filled.all[0]?.title, 'Sea')
    const details = await until(async () => {
      const [row] = await context.store.read((tx) => tx.webhooks.deliveries({ webhookId: id }, 1))
      const found = row && (await readDelivery({ ...context, assetsUrl }, row))
      return found && found.attempts.length > 0 ? found : undefined
    })
    assert.equal(details?.attempts[0]?.request.headers['X-Token'], '(secret)')
    assert.equal(details?.attempts[0]?.response, 'thanks')
    assert.equal(details?.delivery.state, 'succeeded')
  })
})

function titleIn(item: unknown): unknown {
  return (item as { title?: unknown } | undefined)?.title
}

interface Prepared extends ReturnType<typeof useCases> {
  context: WriteContext
  receiver: WebhookReceiver
}

function useCases(context: WriteContext, { url }: WebhookReceiver) {
  return {
    hook: (settings: GivenSettings) =>
      manage.createWebhook(
        context,
        { rootId: 1, actor: 'test' },
        { name: 'a', target: url, ...settings },
      ),
    create: (body: object, stage: 'draft' | 'published' = 'draft') =>
      createItem(context, {
        rootId: 1,
        spaceId: 1,
        actor: 'test',
        model: 'article',
        stage,
        textFormat: 'portable_html',
        allowsMultiselect: true,
        body,
      }),
    state: (id: number, action: 'publish' | 'unpublish') =>
      changeState(context, { rootId: 1, actor: 'test', ids: [id], action, languageId: null }),
  }
}

/** Reads until there is a result. The test runner limits the time. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await read()
    if (result !== undefined) return result
    await new Promise((resolve) => setImmediate(resolve))
  }
}
