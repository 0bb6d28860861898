import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedReads } from './shared-reads.ts'

describe('reads that came in together', () => {
  it('share one place, which is held until the last is done', async () => {
    const held: number[] = []
    let places = 0
    const { read } = sharedReads<number>(async (use) => {
      const place = ++places
      await use(place)
      held.push(place)
    })
    const { promise: slow, resolve: finish } = Promise.withResolvers<void>()
    const first = read(async (place) => {
      await slow
      return place
    })
    assert.equal(await read((place) => Promise.resolve(place)), 1)
    assert.deepEqual(held, [])
    assert.equal(await read((place) => Promise.resolve(place)), 2)
    finish()
    assert.equal(await first, 1)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(
      held.toSorted((a, b) => a - b),
      [1, 2],
    )
  })

  it('fail each by itself', async () => {
    const { read } = sharedReads<number>((use) => use(1))
    const results = await Promise.allSettled([
      read(() => Promise.reject(new Error('mine'))),
      read((place) => Promise.resolve(place)),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
  })

  it('all hear that there is no place', async () => {
    const { read } = sharedReads<number>(() => Promise.reject(new Error('closed')))
    const results = await Promise.allSettled([read(async () => 1), read(async () => 2)])
    assert.ok(results.every(({ status }) => status === 'rejected'))
  })
})
