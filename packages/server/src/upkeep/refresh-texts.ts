import { isDeepStrictEqual } from 'node:util'
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { textPolicyOf } from '../content/text-policy.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { stages, type Item, type ItemLanguage } from '../store/records.ts'
import type { TextPolicy } from '../text/flexible.ts'

/** Derives the formats of all values again from their source. Returns the same item if nothing changed. */
export function refreshTexts(schema: Schema, item: Item): Item {
  const fields = schema.modelById.get(item.modelId)?.fields
  if (!fields) return item
  const policy = textPolicyOf(schema)
  const languages = new Map<number, ItemLanguage>()
  for (const [languageId, language] of item.languages) {
    const fresh = { ...language }
    for (const stage of stages) {
      const data = language[stage]
      if (!data) continue
      const values = structuredClone(data.values)
      refreshValues(values, fields, schema, policy)
      fresh[stage] = { ...data, values }
    }
    languages.set(languageId, fresh)
  }
  return isDeepStrictEqual(languages, item.languages) ? item : { ...item, languages }
}

function refreshValues(
  values: StoredValues,
  fields: readonly Field[],
  schema: Schema,
  policy: TextPolicy,
): void {
  for (const field of fields) {
    const type = fieldTypeOf(field)
    const stored = values[field.id]
    if (stored === undefined) continue
    if (type.refreshed) values[field.id] = type.refreshed(stored, policy)
    for (const inner of type.nested?.occurrences(stored, field, schema) ?? []) {
      refreshValues(inner.values, inner.fields, schema, policy)
    }
  }
}
