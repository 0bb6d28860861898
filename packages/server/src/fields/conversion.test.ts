import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import fc from 'fast-check'
import { lineArbitrary } from '../testing/field-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import { optionsOf, sampleField } from '../testing/sample-root.ts'
import type { Stored } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

const options = optionsOf('news', 'essay')
const time = '2026-11-14T00:00:00.000Z'

function convert(from: FieldTypeName, to: FieldTypeName, stored: Stored): Stored | undefined {
  const target = fieldOf(to, 2)
  return fieldTypeOf(target).convertedFrom?.(stored, fieldOf(from, 1), target)
}

function fieldOf(type: FieldTypeName, id: number): Field {
  return sampleField(type, id, 'a', type.endsWith('select') ? { options } : {})
}

const table: [from: FieldTypeName, to: FieldTypeName, stored: Stored, result?: Stored][] = [
  ['text', 'multiline', 'a', 'a'],
  ['multiline', 'text', 'a', 'a'],
  ['multiline', 'text', 'a\nb'],
  ['text', 'select', 'news', 'news'],
  ['text', 'select', 'poem'],
  ['multiline', 'select', 'essay', 'essay'],
  ['select', 'text', 'news', 'news'],
  ['select', 'multiline', 'news', 'news'],
  ['select', 'multiselect', 'news', ['news']],
  ['select', 'multiselect', 'gone'],
  ['multiselect', 'select', ['news'], 'news'],
  ['multiselect', 'select', ['news', 'essay']],
  ['text', 'datetime', time, Date.parse(time)],
  ['text', 'datetime', '2026-11-14T00:00:00Z'],
  ['text', 'datetime', 'soon'],
  ['datetime', 'text', Date.parse(time), time],
  ['datetime', 'multiline', Date.parse(time), time],
  ['text', 'number', '12.50', 12.5],
  ['text', 'number', '-0', 0],
  ['text', 'number', '007'],
  ['text', 'number', '1,200'],
  ['text', 'number', '1234567890123456'],
  ['multiline', 'number', '3', 3],
  ['number', 'text', 1e-7, '1e-7'],
  ['number', 'multiline', -12.5, '-12.5'],
  ['number', 'boolean', 1],
  ['text', 'date', '2026-02-28', '2026-02-28'],
  ['text', 'date', '2026-02-29'],
  ['date', 'text', '2026-02-28', '2026-02-28'],
  ['datetime', 'date', Date.parse(time), '2026-11-14'],
  ['datetime', 'date', Date.parse(time) + 1],
  ['date', 'datetime', '2026-11-14', Date.parse(time)],
  ['date', 'number', '2026-11-14'],
  ['text', 'url', 'https://example.com', 'https://example.com'],
  ['text', 'url', 'example.com'],
  ['url', 'text', 'https://example.com', 'https://example.com'],
  ['text', 'email', 'ada@example.com', 'ada@example.com'],
  ['text', 'email', 'ada'],
  ['text', 'color', '#ABCDEF', '#abcdef'],
  ['color', 'text', '#abcdef', '#abcdef'],
  ['text', 'color', 'red'],
  ['multiline', 'json', '{\n  "a": 1\n}', '{"a":1}'],
  ['text', 'json', 'not JSON'],
  ['text', 'json', 'null'],
  ['number', 'json', 1.5, '1.5'],
  ['json', 'text', '{"a":1}', '{"a":1}'],
  ['json', 'number', '{"a":1}'],
  ['boolean', 'text', true],
  ['text', 'boolean', 'true'],
  ['reference', 'references', 5, [5]],
  ['references', 'reference', [5], 5],
  ['references', 'reference', [5, 6]],
  ['media', 'references', 5],
  ['media', 'reference', 5],
  ['text', 'reference', '5'],
  ['flexible', 'text', { portable_html: '<p>a</p>', text: 'a', markdown: 'a' }],
  ['text', 'multiselect', 'news'],
]

for (const [from, to, stored, result] of table) {
  const outcome = result === undefined ? 'is rejected' : `gives ${JSON.stringify(result)}`
  test(`${from} ${JSON.stringify(stored)} to ${to} ${outcome}`, () => {
    assert.deepEqual(convert(from, to, stored), result)
  })
}

test('only whole numbers become integers', () => {
  const [decimal, integer] = [
    fieldOf('number', 1),
    sampleField('number', 1, 'a', { integer: true }),
  ]
  const { isNarrower, convertedFrom } = fieldTypeOf(integer)
  assert.equal(isNarrower?.(decimal, integer), true)
  assert.equal(isNarrower?.(integer, decimal), false)
  assert.equal(convertedFrom?.(12, decimal, integer), 12)
  assert.equal(convertedFrom?.(12.5, decimal, integer), undefined)
})

test('a conversion of references keeps items of allowed models only', () => {
  const to = (models: number[] | null) => sampleField('references', 2, 'a', { models })
  const narrow = sampleField('reference', 1, 'a', { models: [21] })
  const anything = sampleField('reference', 1, 'a')
  const converted = (field: Field, from: Field) =>
    fieldTypeOf(field).convertedFrom?.(5, from, field)
  assert.deepEqual(converted(to([21, 22]), narrow), [5])
  assert.deepEqual(converted(to([22]), narrow), undefined)
  assert.deepEqual(converted(to([21]), anything), undefined)
  assert.deepEqual(converted(to(null), anything), [5])
})

test('text becomes flexible text with the same content', () => {
  const converted = convert('multiline', 'flexible', 'a < b & c\r\n\n<b>d</b>')
  assert.equal((converted as { text: string }).text, 'a < b & c\n\n<b>d</b>')
  fc.assert(
    fc.property(lineArbitrary, (line) => {
      const flexible = convert('text', 'flexible', line)
      if (flexible !== undefined) assert.equal((flexible as { text: string }).text, line)
    }),
    runs(50),
  )
})
