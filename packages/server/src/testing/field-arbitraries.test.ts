import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { storedValueArbitrary, type World } from './field-arbitraries.ts'
import { sampleField, sampleRoot } from './sample-root.ts'

/** A world without reference targets, with one field set that has these fields. */
function bareWorld(fields: Field[]): World {
  const fieldSets = [{ id: 11, luid: 'seo', name: 'SEO', fields }]
  const schema = indexSchema({ ...sampleRoot, fieldSets, models: [] })
  return { schema, contents: [], media: [] }
}

const set = sampleField('fieldset', 1, 'seo', { fieldSet: 11 })

it('terminates if no value is possible', () => {
  const fields: Field[] = [
    set,
    sampleField('select', 2, 'kind'),
    sampleField('multiselect', 3, 'tags'),
    sampleField('combination', 4, 'blocks'),
    sampleField('media', 5, 'cover'),
    sampleField('reference', 6, 'author'),
  ]
  for (const inSet of [[], [sampleField('reference', 7, 'by')]]) {
    for (const field of fields) {
      const values = fc.sample(storedValueArbitrary(field, bareWorld(inSet)), 20)
      assert.deepEqual(new Set(values), new Set([undefined]), field.type)
    }
  }
})

it('never generates an empty field set', () => {
  const world = bareWorld([sampleField('reference', 7, 'by'), sampleField('boolean', 8, 'is_new')])
  const values = fc.sample(storedValueArbitrary(set, world), 100).filter((value) => value)
  assert.ok(values.length > 0)
  for (const value of values) assert.ok(Object.hasOwn(value as object, '8'))
})
