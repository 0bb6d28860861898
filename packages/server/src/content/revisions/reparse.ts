import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues, Writing } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'

/**
 * Parses the texts of a revision again, because its formats were derived by an earlier version of the code:
 * a newer one may remove markup that is unsafe.
 */
export function reparsedValues(
  values: StoredValues,
  fields: readonly Field[],
  schema: Schema,
  writing: Writing,
  path = 'fields',
): StoredValues {
  const reparsed = structuredClone(values)
  for (const field of fields) {
    const type = fieldTypeOf(field)
    const stored = reparsed[field.id]
    if (stored === undefined) continue
    const place = `${path}.${field.luid}`
    if (type.refreshed) {
      const source = type.exported(stored, field, schema, false)
      reparsed[field.id] = type.written(source, field, place, writing) ?? stored
    }
    for (const inner of type.nested?.occurrences(stored, field, schema) ?? []) {
      const inside = reparsedValues(inner.values, inner.fields, schema, writing, place + inner.path)
      Object.assign(inner.values, inside)
    }
  }
  return reparsed
}
