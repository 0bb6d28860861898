import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonError } from './json-error.ts'

const table: [text: string, place: string | undefined][] = [
  ['{"a": [1, true, null, "x\\u00e9"]}', undefined],
  ['', '1:1'],
  ['{', '1:2'],
  ['{"a": 1,}', '1:9'],
  ['[1 2]', '1:4'],
  ['[1,\n  2,\n  x]', '3:3'],
  ['{"a" 1}', '1:6'],
  ['{a: 1}', '1:2'],
  ['[1}', '1:3'],
  ['"open', '1:1'],
  ['{} {}', '1:4'],
  ["{'a': 1}", '1:2'],
  ['[01]', '1:3'],
  ['[True]', '1:2'],
]

for (const [text, place] of table) {
  test(`${JSON.stringify(text)} has ${place ? `an error at ${place}` : 'no error'}`, () => {
    const found = jsonError(text)
    assert.equal(found && `${found.line}:${found.column}`, place)
  })
}
