import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countTurns } from '../testing/count-turns.ts'
import { inBatches } from './batches.ts'

it('lets others work between batches', async () => {
  const all = Array.from({ length: 1000 }, (_, index) => index)
  const seen: number[] = []
  const turns = await countTurns(() =>
    inBatches(all, (some) => {
      assert.ok(some.length <= 25)
      seen.push(...some)
    }),
  )
  assert.deepEqual(seen, all)
  // One round of the event loop runs up to eight batches that take no time.
  assert.ok(turns >= 1000 / 25 / 8, `${turns} turns of the event loop`)
})
