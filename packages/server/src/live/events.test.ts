import assert from 'node:assert/strict'
import { it } from 'node:test'
import { scopeOf } from '@octavo/schema/schema.ts'
import type { Change } from '../store/records.ts'
import { countTurns } from '../testing/count-turns.ts'
import { eventBatches } from './events.ts'

const languages = [1, 2, 3, 4, 5]

function change(id: number): Change {
  return {
    seq: id,
    batch: 1,
    at: 0,
    rootId: 1,
    kind: 'item',
    subjectId: id,
    modelId: 21,
    spaceId: 1,
    actor: 'test',
    action: 'publish',
    scopes: languages.flatMap((one) => [scopeOf(one, 'published'), scopeOf(one, 'draft')]),
    events: languages.map((languageId) => ({ type: 'item.published', languageId, isDraft: false })),
    address: null,
  }
}

it('events of a large release are created in several turns, and languages share their tags', async () => {
  const changes = Array.from({ length: 2_000 }, (_, index) => change(index + 1))
  const batches = Array.from({ length: 8 }, (_, index) => ({
    changes: changes.slice(index * 250, (index + 1) * 250),
    before: String(index),
  }))
  let events = 0
  const turns = await countTurns(async () => {
    for await (const batch of eventBatches(batches)) {
      events += batch.events.length
      assert.equal(new Set(batch.events.map(({ tags }) => tags)).size, 1)
    }
  })
  assert.equal(events, batches.length * languages.length)
  assert.ok(turns >= 2, `${turns} turns of the event loop`)
})
