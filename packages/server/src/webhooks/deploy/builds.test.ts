/** When builds are requested, in generated histories on a clock of the test. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { cachedSchemas } from '../../store/cache/schemas.ts'
import type { Store } from '../../store/store.ts'
import { runs } from '../../testing/runs.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { createWebhook, startDeploy } from '../manage.ts'
import { exchange } from '../exchange.ts'

const history = fc.record({
  debounce: fc.integer({ min: 0, max: 90 }),
  interval: fc.constantFrom(0, 1, 1, 2),
  steps: fc.array(
    fc.record({
      do: fc.constantFrom('change', 'change', 'roll back', 'ask', 'nothing'),
      wait: fc.oneof(fc.nat(20_000), fc.nat(20_000), fc.nat(200_000)),
      /** Which of the writes after it is lost with its process. */
      crash: fc.option(fc.nat(2)),
    }),
    { minLength: 5, maxLength: 20 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer H> ? H : never

class Crash extends Error {}

onBothDatabases('deploy hooks', (fresh) => {
  it('build each change, not too often and not too early', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        await store.write((tx) => tx.tables.clear())
        await store.write((tx) => tx.roots.insert(writeRoot))
        await follow(store, given)
      }),
      runs(32),
    )
  })
})

async function follow(store: Store, { debounce, interval, steps }: History): Promise<void> {
  let time = 1_000_000
  const context = { store, schemas: cachedSchemas(), now: () => time }
  const deploy = { preset: 'url' as const, debounce, interval }
  const settings = { name: 'a', target: 'https://example.com', deploy }
  const { id } = await createWebhook(context, { rootId: 1, actor: 'test' }, settings)
  const [pause, between] = [debounce * 1_000, interval * 60_000]
  /** Times, as this test saw them. */
  const builds: number[] = []
  let unbuilt: number[] = []
  let isAsked = false

  const change = async (isRolledBack: boolean): Promise<void> => {
    const event = { rootId: 1, at: time, type: 'item.published', subject: 'item 1' } as const
    const written = store.write(async (tx) => {
      await tx.webhooks.record([{ ...event, actor: 'a', data: '{}', webhookIds: [id] }])
      if (isRolledBack) throw new Crash()
    })
    if (isRolledBack) await assert.rejects(written, Crash)
    else {
      await written
      unbuilt.push(time)
    }
  }

  /** One turn of the process that holds the lease. It may die before a write is committed. */
  const turn = async (crash: number | null): Promise<boolean> => {
    let left = crash ?? Infinity
    const mortal: Pick<Store, 'read' | 'write'> = {
      read: (work) => store.read(work),
      write: (work) =>
        store.write(async (tx) => {
          const result = await work(tx)
          if (left-- <= 0) throw new Crash()
          return result
        }),
    }
    try {
      const options = { store: mortal, now: () => time, wanted: () => 0 }
      return (await exchange(options, [])).built.length > 0
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      return turn(null)
    }
  }

  const check = async (isBuilt: boolean): Promise<void> => {
    const sinceBuild = time - (builds.at(-1) ?? -Infinity)
    const [first = Infinity] = unbuilt
    const isQuiet = time - (unbuilt.at(-1) ?? Infinity) >= pause
    const isLate = time - first >= Math.max(pause, between)
    const mayBuild = unbuilt.length > 0 && sinceBuild >= between && (isQuiet || isLate)
    assert.equal(isBuilt, isAsked || mayBuild, JSON.stringify({ time, unbuilt, builds }))
    if (!isBuilt) return
    builds.push(time)
    unbuilt = []
    isAsked = false
    const deliveries = await store.read((tx) => tx.webhooks.deliveries({ webhookId: id }, 100))
    assert.equal(deliveries.length, builds.length)
    assert.equal(deliveries.filter(({ state }) => state === 'pending').length, 1)
  }

  for (const { do: action, wait, crash } of steps) {
    if (action === 'change' || action === 'roll back') await change(action === 'roll back')
    if (action === 'ask') {
      isAsked = true
      await startDeploy(context, { rootId: 1, id, actor: 'user:1' })
    }
    await check(await turn(crash))
    time += wait
    await check(await turn(null))
  }
  time += 2 * between + pause
  await check(await turn(null))
  assert.deepEqual(unbuilt, [])
}
