/** Which fields the conditions of a schema show, and the values without those that hiding clears. */
import { fieldsIn } from '@octavo/schema/conditions/condition.ts'
import { holds, type ValueReading } from '@octavo/schema/conditions/holds.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Stored, StoredValues } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'

type Fields = readonly Field[]

const readings = new WeakMap<Schema, ValueReading<StoredValues>>()

/** `values` are those that a reader of the language sees. */
export function isShown({ showWhen }: Field, values: StoredValues, schema: Schema): boolean {
  if (!showWhen) return true
  const reading = readings.getOrInsertComputed(schema, () => ({
    fieldById: schema.fieldById,
    read: (from: StoredValues, field: Field) => from[field.id],
  }))
  return holds(showWhen, values, reading)
}

/** Whether any of the fields, at any level, is emptied when it is hidden. */
export function isClearing(fields: Fields, schema: Schema): boolean {
  return fields.some(
    (field) =>
      field.clearWhenHidden === true ||
      isClearing(fieldTypeOf(field).nested?.fields(field, schema) ?? [], schema),
  )
}

/**
 * The values without those of hidden fields that are cleared. `seen` are the values that a reader of the
 * language sees: with the shared values of the main language.
 */
export function withoutHidden(
  values: StoredValues,
  seen: StoredValues,
  fields: Fields,
  schema: Schema,
): StoredValues {
  const [own, shown] = [{ ...values }, { ...seen }]
  for (const field of fields) {
    const seenValue = shown[field.id]
    setOrDelete(own, field, withoutHiddenInside(own[field.id], seenValue, field, schema))
    setOrDelete(shown, field, withoutHiddenInside(seenValue, seenValue, field, schema))
  }
  const byId = new Map(fields.map((field) => [field.id, field]))
  const settled = new Set<number>()

  /** Fields on which a condition depends are settled first. There are no cycles. */
  function settle(field: Field): void {
    if (settled.has(field.id)) return
    settled.add(field.id)
    for (const id of fieldsIn(field.showWhen ?? [])) {
      const needed = byId.get(id)
      if (needed) settle(needed)
    }
    if (field.clearWhenHidden !== true || isShown(field, shown, schema)) return
    delete own[field.id]
    delete shown[field.id]
  }

  for (const field of fields) settle(field)
  return own
}

function withoutHiddenInside(
  stored: Stored | undefined,
  seen: Stored | undefined,
  field: Field,
  schema: Schema,
): Stored | undefined {
  const { nested } = fieldTypeOf(field)
  if (stored === undefined || !nested || !isClearing(nested.fields(field, schema), schema))
    return stored
  const copy = structuredClone(stored)
  // A list belongs to its language as a whole; in a field set, single fields may be shared.
  const seenInside = nested.reach === 'one' ? nested.occurrences(seen, field, schema) : []
  for (const [index, { values, fields }] of nested.occurrences(copy, field, schema).entries()) {
    const context = seenInside[index]?.values ?? values
    const kept = withoutHidden(values, context, fields, schema)
    for (const id of Object.keys(values)) if (!(id in kept)) delete values[id]
    Object.assign(values, kept)
  }
  return Object.keys(copy).length > 0 ? copy : undefined
}

function setOrDelete(values: StoredValues, { id }: Field, value: Stored | undefined): void {
  if (value === undefined) delete values[id]
  else values[id] = value
}
