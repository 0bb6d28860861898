/** Values of items, in the reference model of the read API. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import type { VisibleItem } from './read-model-types.ts'

export function translated(
  own: StoredValues,
  main: StoredValues,
  fields: readonly Field[],
  schema: Schema,
): StoredValues {
  const values: StoredValues = {}
  for (const field of fields) {
    const value = valueOf(field)
    if (value !== undefined) values[field.id] = value
  }
  return values

  function valueOf(field: Field): Stored | undefined {
    if (!field.translatable) return main[field.id]
    if (field.type !== 'fieldset') return own[field.id]
    const inner = setFields(field.fieldSet, schema)
    const [left, right] = [own[field.id] ?? {}, main[field.id] ?? {}]
    return translated(left as StoredValues, right as StoredValues, inner, schema)
  }
}

export function setFields(id: number, schema: Schema): readonly Field[] {
  return schema.fieldSetById.get(id)?.fields ?? []
}

/** All texts that `contains` searches. */
export function textsOf(values: StoredValues, fields: readonly Field[], schema: Schema): string[] {
  return fields.flatMap((field) => {
    const value = values[field.id]
    switch (field.type) {
      case 'text':
      case 'multiline':
      case 'url':
      case 'email':
      case 'slug':
        return value === undefined ? [] : [value as string]
      case 'flexible':
        return value === undefined ? [] : [(value as { text: string }).text]
      case 'fieldset':
        return textsOf((value ?? {}) as StoredValues, setFields(field.fieldSet, schema), schema)
      case 'repeat':
        return ((value ?? []) as StoredValues[]).flatMap((one) =>
          textsOf(one, field.fields, schema),
        )
      case 'combination':
        return ((value ?? []) as { set: number; values: StoredValues }[]).flatMap((one) =>
          textsOf(one.values, setFields(one.set, schema), schema),
        )
      default:
        return []
    }
  })
}

export function titleOf({ model, values }: VisibleItem): string {
  const title = model.titleFieldId === null ? undefined : values[model.titleFieldId]
  return typeof title === 'string' ? title : ''
}

export function lastPublication({ state }: VisibleItem): number | null {
  const { publishedAt, lastPublishedAt } = state
  const isOld = lastPublishedAt !== null && lastPublishedAt < Date.parse('2025-06-26T00:00:00Z')
  return isOld ? publishedAt : lastPublishedAt
}

export function comparePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0)
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
