/** The change log is removed when it has expired and no consumer needs it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { systemClock } from '../changes/clock.ts'
import { consumerNames } from '../changes/consumer-names.ts'
import { LostPosition } from '../store/change-log.ts'
import type { Store } from '../store/store.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { pruneChanges } from './prune-changes.ts'

const day = 24 * 60 * 60 * 1000
const now = 1_000 * day

const history = fc.record({
  /** Age of each entry in days, the oldest first. */
  ages: fc
    .array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 30 })
    .map((ages) => ages.toSorted((a, b) => b - a)),
  /** How many entries the consumer has handled; undefined if there is none. */
  handled: fc.option(fc.nat(30), { nil: undefined }),
})

onBothDatabases('the change log', (fresh) => {
  it('keeps what is recent, what a consumer needs, and the newest entry', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ ages, handled }) => {
        const { store } = await fresh()
        const lease = store.openLease(consumerNames.externalCache, systemClock)
        const log = await store.openLog({ onCommit() {}, onBroken() {} })
        assert.ok((await lease.take()).isHeld)
        const start = await log.position()
        if (handled === 0) await lease.savePosition(start)
        for (const [index, age] of ages.entries()) {
          await append(store, now - age * day)
          if (index + 1 === handled) await lease.savePosition(await log.position())
        }
        const count = handled === undefined || handled > ages.length ? ages.length : handled
        while ((await pruneChanges({ store, now: () => now }, 90)) > 0);
        const left = await store.read((tx) => tx.changes.after(0, 1000))
        const expected = ages.filter((age, index) => {
          const isExpired = age > 90 && index < count
          return index === ages.length - 1 || !(isExpired || age > 360)
        })
        assert.deepEqual(
          left.map(({ at }) => (now - at) / day),
          expected,
        )
        const isOvertaken = ages.slice(count, -1).some((age) => age > 360)
        const position = await lease.loadPosition()
        if (handled !== undefined && handled <= ages.length) {
          assert.equal(position === '', isOvertaken)
        }
        await lease.release()
        await log.close()
      }),
      runs(8),
    )
  })

  it('accepts no position of another kind of database', async () => {
    const { store } = await fresh()
    const log = await store.openLog({ onCommit() {}, onBroken() {} })
    for (const position of ['9999999', '99999999:99999999:', '5:4:', 'x', '1:2:3,2 1:1: 1 1']) {
      await assert.rejects(log.next(position), LostPosition, position)
    }
    await log.close()
  })
})

async function append(store: Store, at: number): Promise<void> {
  const change = { at, rootId: 1, subjectId: 1, modelId: null, scopes: [] }
  const kind = 'space'
  await store.write((tx) => tx.changes.append([{ ...change, kind, actor: 'test', action: 'x' }]))
}
