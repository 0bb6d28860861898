import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { jsonErrorPlace } from './json-position.ts'

const cases: [text: string, place: string][] = [
  ['{"a": xyz}', 'line 1, column 7'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
  ['{"a": "b', 'line 1, column 9'],
  ['[1, 2] x', 'line 1, column 8'],
  ["{'a': 1}", 'line 1, column 2'],
]

for (const [text, place] of cases) {
  it(`finds the error in ${JSON.stringify(text)}`, () => assert.equal(jsonErrorPlace(text), place))
}

it('finds a character that ends valid JSON early', () => {
  const property = fc.property(fc.json(), fc.nat(), (text, pick) => {
    const at = pick % (text.length + 1)
    const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`
    assert.equal(jsonErrorPlace(broken), `line 1, column ${at + 1}`)
  })
  fc.assert(property, runs(200))
})
