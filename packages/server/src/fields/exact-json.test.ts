import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { exactNumber, parseExactJson, RoundedNumber } from './exact-json.ts'

/** JSON, and what it stands for. */
interface Written {
  readonly source: string
  readonly value: unknown
}

const number = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^(?:0|[1-9][0-9]{0,25})$/),
        fc.constantFrom('', '.0', '.5', '.10000000000000000001', '.30000000000000004'),
        fc.constantFrom('', 'e5', 'E-3', 'e+20', 'e-400', 'e-99', 'e400'),
      )
      .map((parts) => parts.join('')),
  )
  .map((source): Written => ({ source, value: exactNumber(Number(source), source) }))
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('0.10000000000000000001', '\\', '\\"1234567890123456789', '__proto__', '"'),
)
/** `JSON.parse` of Node 26 can take a key of one escaped character for another such key that it parsed before. */
const keyText = text.filter((value) => value.length > 1 || JSON.stringify(value) === `"${value}"`)
const plain = fc.oneof(text, fc.constantFrom(true, null))
const json = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      number,
      plain.map((value): Written => ({ source: JSON.stringify(value), value })),
    ),
    fc.array(tie('value')).map(listOf),
    fc.array(fc.tuple(keyText, tie('value'))).map(objectOf),
  ),
})).value

function listOf(values: readonly Written[]): Written {
  return {
    source: `[${values.map(({ source }) => source).join(', ')}]`,
    value: values.map(({ value }) => value),
  }
}

/** The last of several values of a key counts. */
function objectOf(entries: readonly (readonly [key: string, Written])[]): Written {
  const written = entries.map(([key, { source }]) => `${JSON.stringify(key)}:${source}`)
  const object = {}
  for (const [key, { value }] of entries) {
    Object.defineProperty(object, key, { value, ...ordinary })
  }
  return { source: `{${written.join()}}`, value: object }
}

const ordinary = { configurable: true, enumerable: true, writable: true }

it('marks the numbers that lose digits, and changes nothing else', () => {
  fc.assert(
    fc.property(json, ({ source, value }) => {
      assert.deepEqual(parseExactJson(source), value)
    }),
    runs(300),
  )
})

it('writes the digits of whole numbers that were parsed', () => {
  const source = '[9007199254740993,9223372036854775808,-18446744073709551616,12345678901234567890]'
  assert.equal(JSON.stringify(parseExactJson(source)), source)
})

it('rejects what is not JSON', () => {
  const sources = ['01234567890123456789', '1234567890123456789.', '[0.10000000000000000001', '"1']
  for (const source of [...sources, '--12345678901234567890', '"\\"1234567890123456789']) {
    assert.throws(() => parseExactJson(source), SyntaxError, source)
  }
})

it('visits many values without calling a function for each', (t) => {
  const source = `{"long": 0.10000000000000000001, "many": [${'0,'.repeat(99_000)}0]}`
  const parse = t.mock.method(JSON, 'parse')
  const value = parseExactJson(source) as { long: unknown; many: unknown[] }
  assert.ok(value.long instanceof RoundedNumber)
  assert.equal(value.many.length, 99_001)
  assert.deepEqual(
    parse.mock.calls.map(({ arguments: given }) => given.length),
    [1],
    'no reviver',
  )
})
