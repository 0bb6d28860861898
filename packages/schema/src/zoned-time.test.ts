import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { offsetIn, parseInstant } from './zoned-time.ts'

const utc = (text: string): number => Date.parse(text)

describe('a time in a zone', () => {
  it('is an instant', () => {
    const cases: [string, string][] = [
      ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
      ['2026-12-01T09:00:00.5+09:00', '2026-12-01T00:00:00.500Z'],
      ['2026-12-01T09:00[Asia/Tokyo]', '2026-12-01T00:00:00Z'],
      ['2026-12-01T09:00:30[Europe/Berlin]', '2026-12-01T08:00:30Z'],
      ['2026-07-01T09:00[Europe/Berlin]', '2026-07-01T07:00:00Z'],
      ['2026-07-01T09:00+02:00[Europe/Berlin]', '2026-07-01T07:00:00Z'],
      [' 2028-02-29T23:30[America/New_York] ', '2028-03-01T04:30:00Z'],
      ['2026-11-14T00:00[Asia/Kathmandu]', '2026-11-13T18:15:00Z'],
      ['2026-12-31T23:59[Pacific/Apia]', '2026-12-31T10:59:00Z'],
    ]
    for (const [text, expected] of cases) assert.equal(parseInstant(text), utc(expected), text)
  })

  it('has one of two offsets when clocks are set back', () => {
    const twice = parseInstant('2026-10-25T02:30[Europe/Berlin]')
    assert.ok(typeof twice === 'object')
    assert.deepEqual(
      [twice.code, twice.values],
      ['timeTwice', { zone: 'Europe/Berlin', first: '+02:00', second: '+01:00' }],
    )
    assert.equal(parseInstant('2026-10-25T02:30+02:00[Europe/Berlin]'), utc('2026-10-25T00:30:00Z'))
    assert.equal(parseInstant('2026-10-25T02:30+01:00[Europe/Berlin]'), utc('2026-10-25T01:30:00Z'))
    assert.equal(parseInstant('2026-10-25T01:59[Europe/Berlin]'), utc('2026-10-24T23:59:00Z'))
    assert.equal(parseInstant('2026-10-25T03:00[Europe/Berlin]'), utc('2026-10-25T02:00:00Z'))
  })

  it('is refused if it does not exist', () => {
    const codeOf = (text: string): unknown => {
      const parsed = parseInstant(text)
      return typeof parsed === 'number' ? parsed : parsed.code
    }
    assert.equal(codeOf('2026-03-29T02:30[Europe/Berlin]'), 'timeSkipped')
    assert.equal(codeOf('2026-03-29T02:00[Europe/Berlin]'), 'timeSkipped')
    assert.equal(codeOf('2026-03-29T03:00[Europe/Berlin]'), utc('2026-03-29T01:00:00Z'))
    assert.equal(codeOf('2026-12-01T09:00[Mars/Olympus]'), 'noZone')
    assert.equal(codeOf('2026-12-01T09:00[]'), 'notInstant')
    assert.equal(codeOf('2027-02-29T09:00[Asia/Tokyo]'), 'notInstant')
    assert.equal(codeOf('2026-12-01T09:00+05:00[Europe/Berlin]'), 'notInstant')
    for (const text of ['', 'tomorrow', '2026-12-01', '2026-12-01T09:00', '2026-12-01T25:00:00Z'])
      assert.equal(codeOf(text), 'notInstant', text)
  })

  it('returns every instant from its local time and offset', () => {
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
      'UTC',
    )
    const instant = fc
      .integer({ min: utc('2000-01-01T00:00:00Z') / 1000, max: utc('2060-01-01T00:00:00Z') / 1000 })
      .map((seconds) => seconds * 1000)
    fc.assert(
      fc.property(zone, instant, (name, time) => {
        const offset = offsetIn(name)?.(time) ?? Number.NaN
        const local = new Date(time + offset).toISOString().slice(0, 19)
        const minutes = Math.abs(offset) / 60_000
        const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
        const sign = offset < 0 ? '-' : '+'
        const written = `${sign}${digits(minutes / 60)}:${digits(minutes % 60)}`
        assert.equal(parseInstant(`${local}${written}[${name}]`), time)
        const plain = parseInstant(`${local}[${name}]`)
        if (typeof plain === 'number') assert.equal(plain, time)
        else assert.equal(plain.code, 'timeTwice')
      }),
    )
  })
})
