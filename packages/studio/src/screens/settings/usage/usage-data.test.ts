import assert from 'node:assert/strict'
import test from 'node:test'
import { datesUntil, totalsByKey, totalsOf } from './usage-data.ts'

const day = (date: string, keyId: number, reads: number, cacheHits = 0, errors = 0) => ({
  date,
  keyId,
  reads,
  writes: 1,
  cacheHits,
  errors,
})

test('lists every day of the range up to today, across months', () => {
  assert.deepEqual(datesUntil(Date.parse('2026-03-01T12:00:00Z'), 3), [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})

test('computes the cache hit rate from reads, or null without reads', () => {
  assert.deepEqual(totalsOf([day('2026-03-01', 1, 2, 3, 1), day('2026-03-01', 2, 1, 6)]), {
    requests: 14,
    errors: 1,
    hits: 0.75,
  })
  assert.equal(totalsOf([]).hits, null)
})

test('sorts keys by usage', () => {
  const days = [day('2026-03-01', 1, 2), day('2026-03-01', 2, 5), day('2026-03-02', 1, 9)]
  assert.deepEqual(
    totalsByKey(days).map(({ keyId, requests }) => [keyId, requests]),
    [
      [1, 13],
      [2, 6],
    ],
  )
})
