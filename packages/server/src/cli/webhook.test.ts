/** `octavo webhook` as typed, on both databases. */
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { it } from 'node:test'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { receiveWebhooks } from '../testing/webhook-receiver.ts'
import { writeRoot } from '../testing/write-root.ts'
import { startWebhooks } from '../webhooks/start.ts'

onBothDatabases('octavo webhook', (fresh) => {
  it('manages webhooks, and explains what is wrong', async () => {
    const { store, address } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const run = (...args: string[]): Promise<Outcome> =>
      octavoHere(['webhook', ...args, ...placeFlags(address)])
    const printed = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(...args)
      assert.equal(code, 0, stderr)
      return stdout
    }
    const failed = async (code: number, message: RegExp, ...args: string[]): Promise<void> => {
      const outcome = await run(...args)
      assert.equal(outcome.code, code, outcome.stderr)
      assert.match(outcome.stderr, message)
    }
    const receiver = await receiveWebhooks()
    const settings = ['--name', 'site', '--target', receiver.url, '--events', 'item.published']
    const created = JSON.parse(await printed('create', ...settings, '--models', 'article')) as {
      id: number
      secret: string
    }
    assert.deepEqual(Object.keys(created), ['id', 'secret'])
    assert.equal(created.id, 1)
    assert.match(created.secret, /^whsec_/)

    await failed(2, /missing option --target/, 'create', '--name', 'a')
    await failed(
      1,
      /models\[0\]: must be one of author, article/,
      'update',
      '1',
      '--models',
      'film',
    )
    const drafts = ['--events', 'item.created']
    await failed(1, /item\.created is an event of drafts/, 'update', '1', ...drafts)
    await printed('update', '1', '--events', 'item.created,item.published')
    await failed(2, /--clear must name some of/, 'update', '1', '--clear', 'name')
    await failed(1, /there is no such webhook/, 'enable', '7')
    await failed(1, /the webhook is disabled/, ...(await disabled()))
    await printed('enable', '1')
    await printed('update', '1', '--drafts', '--events', 'item.created', '--clear', 'models')
    const { secret } = JSON.parse(await printed('rotate', '1')) as { secret: string }
    assert.notEqual(secret, created.secret)
    assert.match(await printed('list'), /1 +site +http\S+ +item\.created +enabled +0 +0/)
    const secretHeader = '[{"name": "X-Token", "value": "abc", "isSecret": true}]'
    const filters = ['--langs', 'ja', '--where', '{"title":{"exists":true}}', '--rate', '60']
    await printed('update', '1', '--headers', secretHeader, ...filters)
    const [listed] = JSON.parse(await printed('list', '--json')) as object[]
    assert.deepEqual(listed, {
      id: 1,
      name: 'site',
      target: receiver.url,
      events: ['item.created'],
      models: null,
      spaces: null,
      langs: ['ja'],
      where: { title: { exists: true } },
      drafts: true,
      headers: [{ name: 'X-Token', value: null, isSecret: true }],
      template: null,
      rate: 60,
      state: 'enabled',
      pending: 0,
      failed: 0,
    })

    const allowed = new BlockList()
    allowed.addSubnet('127.0.0.0', 8, 'ipv4')
    const quiet = { now: () => Date.now(), log: () => {}, assetsUrl: 'https://a.example' }
    const webhooks = startWebhooks({ ...quiet, store, allowed })
    await printed('test', '1')
    assert.equal(receiver.received[0]?.body.type, 'webhook.test')
    const [delivery] = JSON.parse(await printed('deliveries', '1', '--json')) as {
      type: string
      state: string
      attempts: { status: number }[]
    }[]
    assert.deepEqual([delivery?.type, delivery?.state], ['webhook.test', 'succeeded'])
    assert.equal(delivery?.attempts[0]?.status, 200)
    await receiver.close()
    await failed(
      1,
      /the test event failed after \d+ ms: the target refuses connections/,
      'test',
      '1',
    )
    const replayed = await run('replay', '1', '--since', '2026-01-01')
    assert.match(replayed.stderr, /Replaying 1 delivery/)
    await printed('delete', '1')
    await webhooks.stop()

    async function disabled(): Promise<string[]> {
      await printed('disable', '1')
      return ['replay', '1']
    }
  })
})
