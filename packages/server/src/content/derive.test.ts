import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field } from '@octavo/schema/definitions.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { models, sampleItem } from '../testing/read-sample.ts'
import { sampleField, sampleRoot } from '../testing/sample-root.ts'
import { deriveItem } from './derive.ts'

const article = sampleItem(1, models.article, {
  published: { 201: 'Sea', 203: 'x'.repeat(300), 212: [{ set: 12, values: { 311: 'Hills' } }] },
})

/** The sample schema with these fields in its article model. */
function schemaWith(fields: Field[]): Schema {
  const changed = sampleRoot.models.map((model) =>
    model.id === models.article ? { ...model, fields } : model,
  )
  return indexSchema({ ...sampleRoot, models: changed })
}

const fields = sampleRoot.models.find(({ id }) => id === models.article)?.fields ?? []
const digestIn = (schema: Schema): string | undefined =>
  deriveItem(schema, article).entries[0]?.document.digest
const without = (id: number): Field[] => fields.filter((field) => field.id !== id)

it('gives a document another digest when its index keys or search texts change', () => {
  const digest = digestIn(schemaWith(fields))
  for (const changed of [
    without(203),
    without(205),
    without(212),
    [...without(203), sampleField('select', 203, 'lead')],
  ]) {
    assert.notEqual(digestIn(schemaWith(changed)), digest)
  }
})

it('gives a document the same digest when its fields are reordered or renamed', () => {
  const digest = digestIn(schemaWith(fields))
  assert.equal(digestIn(schemaWith(fields.toReversed())), digest)
  assert.equal(digestIn(schemaWith(fields.map((field) => ({ ...field, name: 'x' })))), digest)
})
