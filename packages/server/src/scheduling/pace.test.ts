/** Long responses are rendered in several turns, so that other requests are served in between. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillSample, models, readerOf, sampleItem } from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createPace } from './turns.ts'

it('counts work and pauses after a turn', async () => {
  const pace = createPace(100)
  assert.equal(pace.after(99), undefined)
  const pause = pace.after(1)
  assert.ok(pause instanceof Promise)
  await pause
  assert.equal(pace.after(99), undefined)
})

onBothDatabases('a long response', (fresh) => {
  it('with many documents takes several turns and is complete', async () => {
    const { store } = await fresh()
    const long = 'sea '.repeat(5_000)
    const items = Array.from({ length: 100 }, (_, index) =>
      sampleItem(index + 1, models.article, { published: { 201: `${index} ${long}` } }),
    )
    await fillSample(store, items)
    const reader = readerOf(store)
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const { total, ids } = await reader.list('model=article&select=_id,slug')
    isOver = true
    assert.deepEqual([total, ids.length], [100, 100])
    // 2 MB are parsed, at most 256 KiB in a turn.
    assert.ok(turns >= 8, `${turns} turns`)
  })
})
