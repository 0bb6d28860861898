/** A release is one build, and its state is the same for all processes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addToRelease } from '../../content/releases/entries.ts'
import { createRelease } from '../../content/releases/manage.ts'
import { publishRelease } from '../../content/releases/publish.ts'
import { createItem } from '../../content/write.ts'
import { cachedSchemas } from '../../store/cache/schemas.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { unboundedParser } from '../../text/text-parser.ts'
import { createWebhook, startDeploy } from '../manage.ts'
import { readDeploys } from './read-deploys.ts'
import { exchange } from '../exchange.ts'

const items = 25
const second = 1_000

onBothDatabases('a deploy hook', (fresh) => {
  it('requests one build for a release with many items, with any number of processes', async () => {
    const { store, address } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    let time = 1_000_000
    const now = (): number => time
    const context = { store, schemas: cachedSchemas(), texts: unboundedParser, now }
    const by = { rootId: 1, actor: 'test' }
    const { id } = await createWebhook(context, by, {
      name: 'site',
      target: 'https://example.com/build',
      deploy: { preset: 'url', debounce: 10, interval: 5 },
    })
    const ids: number[] = []
    const format = { textFormat: 'portable_html', allowsMultiselect: true } as const
    const item = { ...by, ...format, spaceId: 1, model: 'article', stage: 'draft' } as const
    for (let number = 0; number < items; number++) {
      const body = { fields: { title: `a${number}` }, 'fields[ja]': { title: `b${number}` } }
      ids.push(await createItem(context, { ...item, body }))
    }
    const release = { ...by, luid: 'spring', canPublish: true, spaceIds: null }
    await createRelease(context, by, release)
    await addToRelease(context, { ...release, ids, action: 'publish', languageId: null })

    // The other process may take over at any time, also while the first one still works.
    const other = await openStore(address)
    const stores = [store, other]
    const turn = async (): Promise<number[]> => {
      const turns = stores.map((one) => exchange({ store: one, now, wanted: () => 0 }, []))
      return (await Promise.all(turns)).flatMap(({ built }) => built)
    }
    const stateIn = async (one: Store): Promise<unknown> => {
      const [shown] = await one.read((tx) => readDeploys(tx, 1, time))
      return [shown?.status.state, shown?.status.since, shown?.nextBuildAt]
    }
    /** In both processes. */
    const assertState = async (...expected: unknown[]): Promise<void> => {
      for (const one of stores) assert.deepEqual(await stateIn(one), expected)
    }

    await publishRelease(context, release)
    assert.deepEqual(await turn(), [])
    const due = time + 10 * second
    await assertState('none', null, due)
    time = due
    assert.deepEqual(await turn(), [id])
    await assertState('requesting', due, null)
    time += 24 * 60 * 60 * second
    assert.deepEqual(await turn(), [])
    await startDeploy(context, { ...by, id })
    await assertState('requesting', time, time)
    await other.close()
    stores[1] = await openStore(address)
    assert.deepEqual(await turn(), [id])
    const deliveries = await store.read((tx) => tx.webhooks.deliveries({ webhookId: id }, 10))
    assert.deepEqual(
      deliveries.map(({ state }) => state),
      ['pending', 'stopped'],
    )
    await stores[1]?.close()
  })
})
