import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { createResponseCache, type CacheEntry } from './response-cache.ts'

const entryWith = (tags: string[], bytes = 10): CacheEntry => ({ tags, bytes, expiresAt: Infinity })

describe('a response cache', () => {
  it('does not store a response that was computed before a change and arrives after the purge', () => {
    const cache = createResponseCache<CacheEntry>(1000)
    const computation = cache.begin()
    cache.purge(['b'])
    assert.equal(computation.keep('touched', entryWith(['a', 'b'])), false)
    assert.equal(computation.keep('untouched', entryWith(['a', 'c'])), true)
    cache.clear()
    assert.equal(computation.keep('late', entryWith(['z'])), false)
    computation.end()
    assert.equal(cache.begin().keep('next', entryWith(['a', 'b'])), true)
    assert.equal(cache.size, 1)
  })

  it('drops expired entries', () => {
    const cache = createResponseCache<CacheEntry>(1000)
    cache.begin().keep('one', { ...entryWith(['a']), expiresAt: 50 })
    assert.ok(cache.find('one', 49))
    assert.equal(cache.find('one', 50), undefined)
    assert.deepEqual([cache.size, cache.bytes], [0, 0])
  })

  it('behaves as a plain model does, within its memory limit', () => {
    const tag = fc.constantFrom<string>('a', 'b', 'c', 'd')
    const name = fc.constantFrom('1', '2', '3', '4', '5')
    const step = fc.oneof(
      fc.record({
        do: fc.constant('keep' as const),
        name,
        tags: fc.uniqueArray(tag),
        bytes: fc.integer({ min: 1, max: 40 }),
      }),
      fc.record({ do: fc.constant('purge' as const), tags: fc.uniqueArray(tag, { minLength: 1 }) }),
      fc.record({ do: fc.constant('find' as const), name }),
      fc.record({ do: fc.constant('grow' as const), name, bytes: fc.integer({ min: 1, max: 30 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = createResponseCache<CacheEntry>(240)
        const model = new Map<string, { entry: CacheEntry; bytes: number }>()
        const used = () => [...model.values()].reduce((sum, { bytes }) => sum + bytes, 0)
        const trim = () => {
          for (const oldest of model.keys()) if (used() > 240) model.delete(oldest)
        }
        for (const one of steps) {
          if (one.do === 'keep') {
            const made = entryWith(one.tags, one.bytes)
            cache.begin().keep(one.name, made)
            model.delete(one.name)
            if (one.bytes <= 30) model.set(one.name, { entry: made, bytes: one.bytes })
          } else if (one.do === 'purge') {
            cache.purge(one.tags)
            for (const [key, { entry: kept }] of model) {
              if (kept.tags.some((each) => one.tags.includes(each))) model.delete(key)
            }
          } else {
            const kept = model.get(one.name)
            assert.equal(cache.find(one.name, 0), kept?.entry)
            if (!kept) continue
            model.delete(one.name)
            model.set(one.name, kept)
            if (one.do === 'grow') {
              cache.grow(one.name, kept.entry, one.bytes)
              kept.bytes += one.bytes
            }
          }
          trim()
          assert.deepEqual([cache.size, cache.bytes], [model.size, used()])
        }
      }),
      runs(200),
    )
  })
})
