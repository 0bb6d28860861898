/** A writer identifies items correctly, also after its own changes and those of another process. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '../testing/open-database.ts'
import { sampleItem } from '../testing/read-sample.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import type { ItemIdentity } from './records.ts'
import { sqlStore } from './sql/store.ts'
import type { WriteTransaction } from './store.ts'

const itemIds = [1, 2, 3]

const step = fc.record({
  isOwn: fc.boolean(),
  id: fc.constantFrom(...itemIds),
  to: fc.constantFrom('here', 'elsewhere', 'trash', 'nowhere'),
  fails: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
})
/** Concurrent writes; SQLite groups those of one process. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function put({ id, to }: Step, tx: WriteTransaction): Promise<void> {
  const before = await tx.items.load([id])
  if (to === 'nowhere') return tx.items.remove([id])
  const place = { space: to === 'elsewhere' ? 2 : 1, deleted: to === 'trash' }
  const item = sampleItem(id, 22, place)
  await (before.length > 0 ? tx.items.update([item]) : tx.items.insert([item]))
}

function identityOf({ id, to }: Step): ItemIdentity[] {
  if (to === 'trash' || to === 'nowhere') return []
  return [{ id, rootId: 1, modelId: 22, spaceId: to === 'elsewhere' ? 2 : 1 }]
}

onBothDatabases('identifying items', (fresh, kind) => {
  it('is correct after any changes of two processes, committed or rolled back', async () => {
    const { address } = await fresh()
    const [own, other] = [sqlStore(openDatabase(address)), sqlStore(openDatabase(address))]
    const expectedSteps = new Map<number, Step>()
    const expected = (): ItemIdentity[] =>
      itemIds.flatMap((id) => {
        const last = expectedSteps.get(id)
        return last ? identityOf(last) : []
      })
    const identifiedBy = async (store: typeof own): Promise<ItemIdentity[]> => {
      const found = await store.write((tx) => tx.items.identify(itemIds))
      return found.toSorted((a, b) => a.id - b.id)
    }
    const take = (one: Step, store: typeof own): Promise<void> =>
      store.write(async (tx) => {
        await tx.items.identify(itemIds)
        await put(one, tx)
        await tx.items.identify(itemIds)
        if (one.fails) throw new Error('not this one')
        expectedSteps.set(one.id, one)
      })
    const property = fc.asyncProperty(rounds, async (all) => {
      for (const steps of all) {
        // Sequentially, because the order of two concurrent processes is not deterministic.
        for (const store of [own, other]) {
          const mine = steps.filter(({ isOwn }) => isOwn === (store === own))
          const groups = kind === 'sqlite' ? [mine] : mine.map((one) => [one])
          for (const group of groups) {
            await Promise.allSettled(group.map((one) => take(one, store)))
          }
        }
        assert.deepEqual(await identifiedBy(own), expected())
        assert.deepEqual(await identifiedBy(other), expected())
      }
    })
    await fc.assert(property, runs(kind === 'sqlite' ? 40 : 15))
    await own.close()
    await other.close()
  })
})
