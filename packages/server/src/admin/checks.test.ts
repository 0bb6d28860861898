/** Compares parsed query parameters with a plain implementation. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { paging } from '@octavo/schema/admin/query.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { checkedQuery } from './checks.ts'

const bounds = { limit: { min: 1, max: 100, usual: 50 }, offset: { min: 0, max: 1e12, usual: 0 } }

type Sent = [name: string, value: string]

const value = fc.oneof(
  fc.integer({ min: -2, max: 102 }).map(String),
  fc.constantFrom('', '007', '1e2', ' 5', '5.0', '+5', '1000000000000', '1000000000001', '９'),
  fc.string({ maxLength: 4 }),
)
const parameter = fc.tuple(fc.constantFrom('limit', 'offset', 'other', 'Limit'), value)

/** Values, or the names of invalid parameters. */
function plain(query: readonly Sent[]): Record<string, number> | string[] {
  const values: Record<string, number> = {}
  const wrong: string[] = []
  for (const [name, { min, max, usual }] of Object.entries(bounds)) {
    const sent = query.filter(([given]) => given === name).map(([, text]) => text)
    const text = sent[0] ?? ''
    const number = text === '' ? usual : Number(text)
    const isNumber = text === '' || /^[0-9]+$/.test(text)
    if (sent.length > 1 || !isNumber || number < min || number > max) wrong.push(name)
    values[name] = number
  }
  return wrong.length > 0 ? wrong.toSorted() : values
}

function read(query: readonly Sent[]): Record<string, number> | string[] {
  try {
    return checkedQuery(paging, query)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problems.map(({ path }) => path).toSorted()
  }
}

it('reads numbers, defaults and problems as the plain implementation does', () => {
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 4 }), (query) => {
      assert.deepEqual(read(query), plain(query))
    }),
  )
})
