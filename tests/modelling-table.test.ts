/** The tables of field types in docs/modelling.md, compared with the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { factsOf, fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { FacetKind } from '@octavo/schema/field-types/field-type.ts'
import { compareCodePoints } from '@octavo/schema/fold.ts'
import { rulesOf } from '@octavo/schema/rules.ts'
import { systemNames, systemProperty } from '../packages/server/src/query/system-properties.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/modelling.md'), 'utf8')

/** The rows of the table that follows a heading, as cells. */
function tableAfter(heading: string): string[][] {
  const start = page.indexOf(`\n${heading}\n`)
  assert.ok(start >= 0, heading)
  const [table = ''] = /(?:^\|.*\n)+/m.exec(page.slice(start)) ?? []
  const [, , ...rows] = table.trimEnd().split('\n')
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')
const facets: Record<FacetKind, string> = {
  text: 'counts',
  boolean: 'counts',
  id: 'counts',
  number: 'range',
  date: 'range',
}

function rowOf(type: FieldTypeName): string[] {
  const { operators, isSortable, facet } = factsOf(type)
  const isSearched = operators.includes('contains')
  return [
    quoted([type]),
    quoted(operators) || '–',
    isSortable ? 'yes' : '–',
    isSearched ? 'yes' : '–',
    facet ? facets[facet] : '–',
  ]
}

it('lists the settings of every field type', () => {
  const listed = tableAfter('## Field types').map(([type = '', , settings = '']) => [
    type,
    [...new Set(settings.match(/(?<=`)\w+(?=`)/g))].toSorted(compareCodePoints),
  ])
  const expected = fieldTypeNames.map((type) => {
    const own = Object.keys(factsOf(type).settings)
    return [
      quoted([type]),
      [...own, ...(type === 'repeat' ? ['fields'] : [])].toSorted(compareCodePoints),
    ]
  })
  assert.deepEqual(
    listed.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    expected.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  )
})

it('lists the operators, sorting and search of every field type and system property', () => {
  const system = systemNames.map((name) => [
    quoted([name]),
    quoted(systemProperty(name)?.operators ?? []),
    'yes',
    '–',
    '–',
  ])
  assert.deepEqual(tableAfter('### Filters, sorting and search'), [
    ...fieldTypeNames.map(rowOf),
    ...system,
  ])
})

it('lists the rules that can warn', () => {
  const rows = tableAfter('### Warnings').map(([rule = '', types = '']) => [rule, types])
  const rules = [...new Set(fieldTypeNames.flatMap(rulesOf))]
  const expected = rules.map((rule) => {
    const types = fieldTypeNames.filter((type) => rulesOf(type).includes(rule))
    return [quoted([rule]), rule === 'required' ? 'all' : quoted(types)]
  })
  assert.deepEqual(rows, expected)
})
