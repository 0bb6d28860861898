import assert from 'node:assert/strict'
import test from 'node:test'
import { hoursUntil } from './health-data.ts'

test('lists every hour up to now, also those without attempts', () => {
  const known = [{ at: '2026-11-17T23:00:00.000Z', succeeded: 2, failed: 1 }]
  assert.deepEqual(hoursUntil(Date.parse('2026-11-18T01:30:00Z'), 3, known), [
    { at: '2026-11-17T23:00:00.000Z', succeeded: 2, failed: 1 },
    { at: '2026-11-18T00:00:00.000Z', succeeded: 0, failed: 0 },
    { at: '2026-11-18T01:00:00.000Z', succeeded: 0, failed: 0 },
  ])
})
