import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createJournal } from './journal.ts'

const modelId = 3
const maxPerModel = 12
const itemIds = fc.integer({ min: 1, max: 6 })
/** Undefined: the changed items are unknown. */
const steps = fc.array(
  fc.option(fc.array(itemIds, { minLength: 1, maxLength: maxPerModel + 2 }), { nil: undefined }),
  { minLength: 1, maxLength: 12 },
)

describe('the journal', () => {
  it('returns what changed between two versions, or undefined if that is unknown', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 5 }), (taken, start) => {
        const journal = createJournal(maxPerModel)
        const plain: { from: number; to: number; changed: readonly number[] | undefined }[] = []
        for (const changed of taken) {
          const from = plain.at(-1)?.to ?? start
          const step = { from, to: from + (changed?.length ?? 1) }
          journal.advance(modelId, step, changed)
          plain.push({ ...step, changed })
        }
        const versions = [start, ...plain.map(({ to }) => to)]
        for (const since of versions) {
          for (const now of versions.filter((version) => version >= since)) {
            const between = plain.filter(({ from, to }) => from >= since && to <= now)
            const later = plain.filter(({ from }) => from >= since)
            const changes = later.flatMap(({ changed }) => changed ?? [])
            const isKnown = later.every(({ changed }) => changed)
            const isRecent = changes.length <= maxPerModel / 2
            const reported = journal.changed(modelId, { since, now }, maxPerModel)
            if (since === now) assert.deepEqual(reported, new Set())
            else if (isKnown && isRecent) assert.deepEqual(reported, new Set(changes))
            else if (!isKnown) assert.equal(reported, undefined)
            for (let itemId = 1; itemId <= 7; itemId++) {
              const changed = between.flatMap((step) => step.changed ?? [itemId])
              const isUnchanged = journal.isUnchanged(modelId, itemId, { since, now })
              if (changed.includes(itemId))
                assert.ok(!isUnchanged, 'a changed item is reported as unchanged')
              else if (isKnown && isRecent && !changes.includes(itemId)) assert.ok(isUnchanged)
            }
          }
        }
      }),
    )
  })

  it('limits the number of changes, and covers no other models and versions', () => {
    const journal = createJournal()
    journal.advance(modelId, { from: 5, to: 7 }, [1, 2])
    journal.advance(modelId, { from: 7, to: 8 }, [1])
    assert.deepEqual(journal.changed(modelId, { since: 5, now: 8 }, 3), new Set([1, 2]))
    assert.equal(journal.changed(modelId, { since: 5, now: 8 }, 2), undefined)
    assert.deepEqual(journal.changed(modelId, { since: 7, now: 8 }, 2), new Set([1]))
    for (const span of [
      { since: 4, now: 8 },
      { since: 5, now: 9 },
      { since: 8, now: 7 },
    ]) {
      assert.equal(journal.changed(modelId, span, 9), undefined)
      assert.ok(!journal.isUnchanged(modelId, 9, span))
    }
    assert.ok(!journal.isUnchanged(4, 9, { since: 5, now: 8 }))
    assert.ok(journal.isUnchanged(modelId, 9, { since: 5, now: 8 }))
  })
})
