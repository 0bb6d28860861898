import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { FieldType, StoredValues } from './field-type.ts'
import { isAbsent } from './input.ts'
import { objectOf } from './rendered.ts'
import { isObject } from './stored-shapes.ts'
import type { Walks } from './walks.ts'

/**
 * The fields of one field set as a part of the model. The object always exists, possibly with empty fields.
 */
export function fieldsetType(inner: Walks): FieldType<'fieldset', StoredValues> {
  return {
    written(input, field, path, writing) {
      if (isAbsent(input)) return undefined
      return unlessEmpty(inner.writeValues(input, fieldsOf(field, writing.schema), path, writing))
    },

    patched(before, input, field, path, writing) {
      if (isAbsent(input)) return undefined
      const fields = fieldsOf(field, writing.schema)
      return unlessEmpty(inner.patchValues(before ?? {}, input, fields, path, writing))
    },

    isStored: (value): value is StoredValues => isObject(value),
    rendered: (stored, field, schema) =>
      objectOf(inner.renderValues(stored ?? {}, fieldsOf(field, schema), schema)),

    exported: (stored, field, schema, isTranslation) =>
      inner.exportValues(stored, fieldsOf(field, schema), schema, isTranslation),

    jsonSchema: (field, describing) =>
      inner.jsonSchemaOf(fieldsOf(field, describing.schema), describing),
    inputSchema: (field, describing) => ({
      ...inner.inputSchemaOf(fieldsOf(field, describing.schema), describing),
      type: ['object', 'null'],
    }),
    typescript: (field, typing) => {
      const set = typing.schema.fieldSetById.get(field.fieldSet)
      return typing.shape(field, { fieldSet: typing.union(set ? [set.luid] : []) })
    },

    nested: {
      reach: 'one',
      fields: fieldsOf,
      occurrences: (stored, field, schema) => [
        { fields: fieldsOf(field, schema), values: stored ?? {}, path: '' },
      ],
    },

    translated: (own, main, field, schema) =>
      unlessEmpty(inner.translateValues(own ?? {}, main ?? {}, fieldsOf(field, schema), schema)),

    initial: (field, schema) => unlessEmpty(inner.initialValues(fieldsOf(field, schema), schema)),
  }
}

function fieldsOf(field: FieldOf<'fieldset'>, schema: Schema): readonly Field[] {
  return schema.fieldSetById.get(field.fieldSet)?.fields ?? []
}

function unlessEmpty(values: StoredValues): StoredValues | undefined {
  return Object.keys(values).length > 0 ? values : undefined
}
