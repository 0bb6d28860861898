import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { AgedMap, boundedMap } from './aged-map.ts'
import { runs } from '../../testing/runs.ts'

describe('a map of entries by age', () => {
  it('behaves like a plain list ordered by age', () => {
    const key = fc.nat(7)
    const step = fc.record({
      do: fc.constantFrom<'set' | 'renew' | 'delete' | 'clear'>('set', 'renew', 'delete', 'clear'),
      key,
      value: fc.nat(99),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const map = new AgedMap<number, number>()
        let model: { key: number; value: number }[] = []
        for (const one of steps) {
          const before = model.find((entry) => entry.key === one.key)
          const others = model.filter((entry) => entry !== before)
          if (one.do === 'set') {
            map.set(one.key, one.value)
            model = [...others, { key: one.key, value: one.value }]
          } else if (one.do === 'renew') {
            assert.equal(map.renew(one.key), before?.value)
            if (before) model = [...others, before]
          } else if (one.do === 'delete') {
            assert.equal(map.delete(one.key), before?.value)
            model = others
          } else if (one.key === 0) {
            map.clear()
            model = []
          }
          assert.equal(map.size, model.length)
          assert.equal(map.oldest?.key, model[0]?.key)
          for (const entry of model) assert.equal(map.get(entry.key), entry.value)
        }
        for (const { key: oldest, value } of model) {
          assert.deepEqual([map.oldest?.key, map.delete(oldest)], [oldest, value])
        }
        assert.equal(map.oldest, undefined)
      }),
      runs(100),
    )
  })
})

describe('a bounded map', () => {
  it('does not retain replaced values', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heap = (): number => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const map = boundedMap<number, { round: number }>(1000)
    const fill = (rounds: number): void => {
      for (let round = 0; round < rounds; round++) map.set(round % 500, { round })
    }
    fill(10_000)
    const before = heap()
    fill(500_000)
    const grown = heap() - before
    assert.ok(grown < 2_000_000, `${grown} bytes more after half a million writes to the same keys`)
  })
})
