import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pauseAfter, RetryLater, retryAfterIn } from './backoff.ts'

it('doubles pauses up to the longest', () => {
  const pauses = (longest: number): number[] =>
    [1, 2, 3, 4, 9, 10, 2000].map((failures) => pauseAfter(failures, longest, null))
  assert.deepEqual(pauses(30_000), [100, 200, 400, 800, 25_600, 30_000, 30_000])
  assert.deepEqual(pauses(500), [100, 200, 400, 500, 500, 500, 500])
})

it('pauses as long as the server requests, up to a quarter of an hour', () => {
  const after = (retryAfter: number | undefined): number =>
    pauseAfter(3, 30_000, new RetryLater('no', retryAfter))
  assert.deepEqual([undefined, 0, 100, 60_000, 1e9].map(after), [400, 400, 400, 60_000, 900_000])
})

it('reads Retry-After in both of its formats', () => {
  const now = Date.UTC(2026, 10, 15, 8, 0, 0)
  const rows: [string | null, number | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    ['120', 120_000],
    ['Sun, 15 Nov 2026 08:01:30 GMT', 90_000],
    ['Sun, 15 Nov 2026 07:00:00 GMT', 0],
  ]
  for (const [header, expected] of rows) assert.equal(retryAfterIn(header, now), expected)
})
