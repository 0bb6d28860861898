import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatTime, parseTime, parseTimeBound } from './times.ts'

const times: [text: string, iso: string | undefined][] = [
  ['2026-11-14T00:00:00Z', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T00:00Z', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T09:00:00+09:00', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T09:00:00 09:00', undefined],
  ['2026-11-13T22:30:00-01:30', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T09:00:00+0900', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T09:00:00+09', '2026-11-14T00:00:00.000Z'],
  ['2026-11-14T00:00:00.5Z', '2026-11-14T00:00:00.500Z'],
  ['2026-11-14T00:00:00,123456789Z', '2026-11-14T00:00:00.123Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0050-06-01T00:00:00Z', '0050-06-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['2026-02-29T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-00-01T00:00:00Z', undefined],
  ['2026-11-31T00:00:00Z', undefined],
  ['2026-11-14T24:00:00Z', undefined],
  ['2026-11-14T00:60:00Z', undefined],
  ['2026-11-14T00:00:60Z', undefined],
  ['2026-11-14T00:00:00+24:00', undefined],
  ['2026-11-14T00:00:00+09:60', undefined],
  ['0000-01-01T00:00:00+01:00', undefined],
  ['9999-12-31T23:59:59-01:00', undefined],
  ['2026-11-14T00:00:00', undefined],
  ['2026-11-14', undefined],
  ['20261114T000000Z', undefined],
  [' 2026-11-14T00:00:00Z', undefined],
  ['2026-11-14T00:00:00Z\n', undefined],
  ['', undefined],
]

for (const [text, iso] of times) {
  test(`${JSON.stringify(text)} is ${iso ?? 'no time'}`, () => {
    const time = parseTime(text)
    assert.equal(time === undefined ? undefined : formatTime(time), iso)
  })
}

test('a bound accepts a space in place of the plus of an offset', () => {
  for (const offset of ['09:00', '0900', '09']) {
    const time = parseTimeBound(`2026-11-14T09:00:00 ${offset}`, 'lt')
    assert.equal(time, Date.UTC(2026, 10, 14))
  }
  assert.equal(parseTimeBound('2026-11-14 09:00:00Z', 'lt'), undefined)
})

test('a bound divides whole milliseconds exactly, even if it is finer', () => {
  const digits = fc.stringMatching(/^[0-9]{1,9}$/)
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 1_000 }), (fraction, stored) => {
      const exact = BigInt(fraction.padEnd(9, '0'))
      const compared = BigInt(stored) * 1_000_000n
      const bound = (operator: 'lt' | 'lte' | 'gt' | 'gte') =>
        parseTimeBound(`1970-01-01T00:00:00.${fraction}Z`, operator) ?? Number.NaN
      assert.equal(stored < bound('lt'), compared < exact)
      assert.equal(stored <= bound('lte'), compared <= exact)
      assert.equal(stored > bound('gt'), compared > exact)
      assert.equal(stored >= bound('gte'), compared >= exact)
    }),
  )
})

test('every formatted time parses to the same time', () => {
  const time = fc.integer({ min: Date.parse('0000-01-01T00:00Z'), max: Date.UTC(9999, 11, 31) })
  fc.assert(fc.property(time, (value) => parseTime(formatTime(value)) === value))
  fc.assert(fc.property(time, (value) => formatTime(value) === new Date(value).toISOString()))
})
