import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { exactNumber, parseExactJson, RoundedNumber } from './exact-json.ts'

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** The same by its definition. */
function parseSlowly(text: string): unknown {
  if (!/[\d.]{16}/.test(text)) return JSON.parse(text)
  return parseWithSource(text, (_key, value, { source }) => exactNumber(value, source))
}

const number = fc.oneof(
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
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('0.10000000000000000001', '\\', '\\"1234567890123456789', '__proto__', '"'),
)
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      number,
      text.map((value) => JSON.stringify(value)),
      fc.constantFrom('true', 'null'),
    ),
    fc.array(tie('value')).map((values) => `[${values.join(', ')}]`),
    fc
      .array(fc.tuple(text, tie('value')))
      .map(
        (entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`,
      ),
  ),
})).value

it('marks the numbers that lose digits, and changes nothing else', () => {
  fc.assert(
    fc.property(json, (source) => {
      assert.deepEqual(parseExactJson(source), parseSlowly(source))
    }),
    runs(300),
  )
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
