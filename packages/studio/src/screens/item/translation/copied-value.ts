import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Values } from '../draft/draft-state.ts'

/** The part of a value that a translation can have: without fields that all languages share. */
export function copiedValue(field: Field, value: unknown, schema: Schema): unknown {
  if (value === null || value === undefined) return null
  if (field.type !== 'fieldset') return structuredClone(value)
  const inner = schema.fieldSetById.get(field.fieldSet)?.fields ?? []
  const values = value as Values
  return Object.fromEntries(
    inner
      .filter(({ luid, translatable }) => translatable && luid in values)
      .map((one) => [one.luid, copiedValue(one, values[one.luid], schema)]),
  )
}

export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmptyValue)
}
