import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field, RootDefinition } from './definitions.ts'
import { localizedRoot } from './presentation.ts'

function rootWith(field: Partial<Field>): RootDefinition {
  const fieldset = { id: 1, luid: 'size', name: 'size', type: 'fieldset', fieldSet: 7, ...field }
  return {
    fieldSets: [{ id: 7, luid: 'size', name: 'Dimensions', names: { ja: '寸法' }, fields: [] }],
    models: [{ id: 1, luid: 'pot', name: 'Pot', fields: [fieldset] }],
  } as unknown as RootDefinition
}

const nameOf = (field: Partial<Field>, language: 'en' | 'ja') =>
  localizedRoot(rootWith(field), language).models[0]?.fields[0]?.name

it('a field set in a model has the name of the field set, unless the field has its own', () => {
  assert.equal(nameOf({}, 'en'), 'Dimensions')
  assert.equal(nameOf({}, 'ja'), '寸法')
  assert.equal(nameOf({ name: 'Outside' }, 'ja'), 'Outside')
  assert.equal(nameOf({ names: { ja: '外寸' } }, 'ja'), '外寸')
  assert.equal(nameOf({ names: { ja: '外寸' } }, 'en'), 'Dimensions')
})
