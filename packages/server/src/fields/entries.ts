/** The entries of repeats, for conditions on one entry. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from './field-type.ts'
import { fieldTypeOf } from './registry.ts'
import { indexKeysOf, searchTextsOf } from './values.ts'

interface EntryValues {
  keys: { [fieldId: string]: string[] }
  texts: { [fieldId: string]: string }
}

/** JSON by the id of the repeat; null without entries. */
export function entriesOf(
  values: StoredValues,
  fields: readonly Field[],
  schema: Schema,
): string | null {
  const found: { [fieldId: string]: EntryValues[] } = {}
  collectEntries(values, fields, schema, found)
  return Object.keys(found).length > 0 ? JSON.stringify(found) : null
}

function collectEntries(
  values: StoredValues,
  fields: readonly Field[],
  schema: Schema,
  found: { [fieldId: string]: EntryValues[] },
): void {
  for (const field of fields) {
    const { nested } = fieldTypeOf(field)
    if (!nested || nested.reach === 'closed') continue
    for (const inner of nested.occurrences(values[field.id], field, schema)) {
      if (nested.reach === 'many')
        (found[field.id] ??= []).push(entryOf(inner.values, inner.fields, schema))
      else collectEntries(inner.values, inner.fields, schema, found)
    }
  }
}

function entryOf(values: StoredValues, fields: readonly Field[], schema: Schema): EntryValues {
  const entry: EntryValues = { keys: {}, texts: {} }
  for (const { fieldId, key } of indexKeysOf(values, fields, schema))
    (entry.keys[fieldId] ??= []).push(key)
  for (const { fieldId, text } of searchTextsOf(values, fields, schema)) entry.texts[fieldId] = text
  return entry
}
