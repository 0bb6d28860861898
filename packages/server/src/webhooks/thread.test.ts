import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { after, it } from 'node:test'
import type { Store } from '../store/store.ts'
import { placeFlags } from '../testing/octavo.ts'
import { printedBy } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { receiveWebhooks } from '../testing/webhook-receiver.ts'
import { writeRoot } from '../testing/write-root.ts'
import type { StoreAddress } from '../store/open-store.ts'
import type { AttemptCounts } from '../metrics/node-counts.ts'
import { startDeliveryThread } from './thread.ts'

const settings = ['--name', 'site', '--events', 'item.published', '--target']
const allowed = new BlockList()
allowed.addSubnet('127.0.0.0', 8, 'ipv4')

onBothDatabases('the delivery thread', (fresh) => {
  const ending: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ending) await end()
  })

  interface Started {
    readonly lines: string[]
    readonly attempts: AttemptCounts
    /** Resolves when the first line is logged. */
    readonly logged: Promise<void>
    stop(): Promise<void>
  }

  function start(store: Store, address: StoreAddress): Started {
    const lines: string[] = []
    const { promise: logged, resolve } = Promise.withResolvers<void>()
    const { attempts, stop } = startDeliveryThread({
      store,
      address,
      allowed,
      assetsUrl: 'https://assets.example',
      log(line) {
        lines.push(line)
        resolve()
      },
    })
    ending.push(stop)
    return { lines, attempts, logged, stop }
  }

  it('delivers from the time when there is a webhook, and reports its attempts', async () => {
    const { store, address } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const receiver = await receiveWebhooks()
    ending.push(() => receiver.close())
    const run = (...words: string[]): Promise<string> =>
      printedBy(['webhook', ...words, ...placeFlags(address)])
    for (const round of [1, 2]) {
      const { lines, attempts, stop } = start(store, address)
      if (round === 1) await run('create', ...settings, receiver.url)
      // Waits for the attempt.
      await run('test', '1')
      await stop()
      assert.deepEqual(lines, [])
      assert.deepEqual({ ...attempts }, { failed: 0, succeeded: 1 })
      assert.equal(receiver.received.length, round)
    }
  })

  it('ends although there is no webhook', async () => {
    const { store, address } = await fresh()
    await start(store, address).stop()
  })

  it('reports that the thread cannot run', async () => {
    const { store, address } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const created = [...settings, 'https://site.example', ...placeFlags(address)]
    await printedBy(['webhook', 'create', ...created])
    // A file, where a folder is expected.
    const dataFolder = join(import.meta.filename, 'data')
    const { lines, logged, stop } = start(store, { dataFolder, database: undefined })
    await logged
    await stop()
    assert.match(lines[0] ?? '', /^Cannot deliver webhooks: \S/)
  })
})
