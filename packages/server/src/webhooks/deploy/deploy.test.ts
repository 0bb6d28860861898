/** Builds from a change to a request, with a real receiver. */
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { after, it } from 'node:test'
import { cachedSchemas } from '../../store/cache/schemas.ts'
import { eventually } from '../../testing/eventually.ts'
import { withLastingLeases } from '../../testing/lasting-lease.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { receiveWebhooks } from '../../testing/webhook-receiver.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { unboundedParser } from '../../text/text-parser.ts'
import { createItem } from '../../content/write.ts'
import { createWebhook, startDeploy } from '../manage.ts'
import { startWebhooks } from '../start.ts'
import { readDeploys } from './read-deploys.ts'

const allowed = new BlockList()
allowed.addSubnet('127.0.0.0', 8, 'ipv4')

onBothDatabases('a deploy hook', (fresh) => {
  const closing: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })

  it('sends what GitHub expects, once for many changes, and shows failures', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    // Time stands still: no build is attempted again.
    const started = Date.now()
    const now = (): number => started
    const context = { store, schemas: cachedSchemas(), texts: unboundedParser, now }
    let status = 204
    const receiver = await receiveWebhooks(() => status)
    closing.push(receiver.close)
    const by = { rootId: 1, actor: 'test' }
    const { id } = await createWebhook(context, by, {
      name: 'site',
      target: receiver.url.replace('hook', 'repos/octavo/site/dispatches'),
      headers: [{ name: 'Authorization', value: 'Bearer github_pat_x', isSecret: true }],
      deploy: { preset: 'github', debounce: 0, interval: 0 },
    })
    const item = { ...by, spaceId: 1, model: 'article', stage: 'published' } as const
    const format = { textFormat: 'portable_html', allowsMultiselect: true } as const
    for (const title of ['a', 'b', 'c']) {
      await createItem(context, { ...item, ...format, body: { fields: { title } } })
    }
    const webhooks = startWebhooks({
      ...context,
      store: withLastingLeases(store),
      assetsUrl: '',
      allowed,
      log: () => {},
    })
    closing.push(webhooks.stop)
    const state = async (): Promise<[string | undefined, string | undefined]> => {
      const [shown] = await store.read((tx) => readDeploys(tx, 1, now()))
      return [shown?.status.state, shown?.status.error?.message]
    }
    const reaches = (expected: string): Promise<void> =>
      eventually(async () => (await state())[0] === expected)
    await reaches('requested')
    assert.equal(receiver.received.length, 1)
    const [first] = receiver.received
    const body = first?.body as { event_type?: string; client_payload?: { build: number } }
    assert.equal(body.event_type, 'octavo')
    assert.equal(first?.headers['webhook-id'], `evt_${body.client_payload?.build}`)
    assert.equal(first?.headers.authorization, 'Bearer github_pat_x')
    assert.equal(first?.headers.accept, 'application/vnd.github+json')
    assert.equal(first?.headers['x-github-api-version'], '2022-11-28')

    status = 404
    await startDeploy(context, { ...by, id })
    await reaches('retrying')
    assert.deepEqual(await state(), ['retrying', 'the target returned the status 404'])
    status = 204
    await startDeploy(context, { ...by, id })
    await reaches('requested')
    const rows = await store.read((tx) => tx.webhooks.deliveries({ webhookId: id }, 10))
    const states = rows.map((row) => row.state)
    assert.deepEqual(
      [states[0], states.at(-1), states.includes('pending')],
      ['succeeded', 'succeeded', false],
    )
  })
})
