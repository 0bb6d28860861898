import type { FieldType, StoredValues } from './field-type.ts'
import { readArray } from './input.ts'
import { arrayOf, objectOf } from './rendered.ts'
import { isObject } from './stored-shapes.ts'
import { untranslated, type Walks } from './walks.ts'

/** A list of entries that all have the inner fields of this field. */
export function repeatType(inner: Walks): FieldType<'repeat', StoredValues[]> {
  return {
    written(input, field, path, writing) {
      const entries = readArray(input, path, writing).map((entry, index) =>
        inner.writeValues(entry, field.fields, `${path}[${index}]`, untranslated(writing)),
      )
      return entries.length > 0 ? entries : undefined
    },

    isStored: (value): value is StoredValues[] => Array.isArray(value) && value.every(isObject),
    rendered(stored, field, schema) {
      const items = (stored ?? []).map((entry) =>
        objectOf(inner.renderValues(entry, field.fields, schema)),
      )
      return arrayOf(items, true)
    },

    exported: (stored, field, schema) =>
      stored.map((entry) => inner.exportValues(entry, field.fields, schema)),

    jsonSchema: (field, describing) => ({
      type: 'array',
      items: inner.jsonSchemaOf(field.fields, describing),
    }),
    inputSchema: (field, describing) => ({
      type: ['array', 'null'],
      items: inner.inputSchemaOf(field.fields, { ...describing, isTranslation: false }),
    }),
    typescript: (field, typing) => typing.shape(field, { fields: typing.fields(field.fields) }),

    nested: {
      reach: 'many',
      fields: (field) => field.fields,
      occurrences: (stored, field) =>
        (stored ?? []).map((values, index) => ({
          fields: field.fields,
          values,
          path: `[${index}]`,
        })),
    },
  }
}
