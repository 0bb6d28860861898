import type { FieldOf, FieldSet } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Describing, FieldType, JsonSchema, StoredValues, Writing } from './field-type.ts'
import { readArray, readObject, shortened } from './input.ts'
import { arrayOf, objectOf } from './rendered.ts'
import { isId, isObject } from './stored-shapes.ts'
import { untranslated, type Walks } from './walks.ts'

/** `set` is the id of the field set of the entry. */
type Entry = { set: number; values: StoredValues }

/** Replaces a rejected entry, so that later entries keep their index in messages. */
const invalidEntry: Entry = { set: 0, values: {} }

/** A list of entries, each with the fields of one of the allowed field sets. */
export function combinationType(inner: Walks): FieldType<'combination', Entry[]> {
  function writtenEntry(
    input: unknown,
    field: FieldOf<'combination'>,
    path: string,
    writing: Writing,
  ): Entry {
    const entry = readObject(input, path, writing)
    if (!entry) return invalidEntry
    for (const key of Object.keys(entry)) {
      if (key === 'luid' || key === 'fields') continue
      writing.problem(
        `${path}.${shortened(key)}`,
        'is not a known property; an entry has luid and fields',
      )
    }
    const set = allowedSets(field, writing.schema).find(({ luid }) => luid === entry.luid)
    if (!set) {
      writing.problem(`${path}.luid`, say('notFieldSet'))
      return invalidEntry
    }
    const values = inner.writeValues(entry.fields ?? {}, set.fields, `${path}.fields`, writing)
    return { set: set.id, values }
  }

  return {
    written(input, field, path, writing) {
      const entries = readArray(input, path, writing).map((entry, index) =>
        writtenEntry(entry, field, `${path}[${index}]`, untranslated(writing)),
      )
      return entries.length > 0 ? entries : undefined
    },

    isStored: (value): value is Entry[] => Array.isArray(value) && value.every(isEntry),
    rendered(stored, _field, schema) {
      const items = present(stored, schema).map(({ set, values }) =>
        objectOf([
          ['luid', JSON.stringify(set.luid)],
          ['fields', objectOf(inner.renderValues(values, set.fields, schema))],
        ]),
      )
      return arrayOf(items, false)
    },

    exported: (stored, _field, schema) =>
      present(stored, schema).map(({ set, values }) => ({
        luid: set.luid,
        fields: inner.exportValues(values, set.fields, schema),
      })),

    jsonSchema: (field, describing) => ({
      type: 'array',
      items: entrySchema(field, describing, inner.jsonSchemaOf, ['luid', 'fields']),
    }),

    inputSchema: (field, describing) => ({
      type: ['array', 'null'],
      items: entrySchema(field, { ...describing, isTranslation: false }, inner.inputSchemaOf, [
        'luid',
      ]),
    }),

    typescript: (field, typing) =>
      typing.shape(field, {
        fieldSets: typing.union(allowedSets(field, typing.schema).map(({ luid }) => luid)),
      }),

    nested: {
      reach: 'closed',
      fields: (field, schema) => allowedSets(field, schema).flatMap(({ fields }) => fields),
      occurrences: (stored, _field, schema) =>
        present(stored, schema).map(({ set, values, index }) => ({
          fields: set.fields,
          values,
          path: `[${index}].fields`,
        })),
    },
  }
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && isId(value['set']) && isObject(value['values'])
}

interface PresentEntry {
  set: FieldSet
  values: StoredValues
  index: number
}

/** Skips entries whose field set no longer exists. */
function present(stored: Entry[] | undefined, schema: Schema): PresentEntry[] {
  return (stored ?? []).flatMap((entry, index) => {
    const set = schema.fieldSetById.get(entry.set)
    return set ? [{ set, values: entry.values, index }] : []
  })
}

function allowedSets(field: FieldOf<'combination'>, schema: Schema): FieldSet[] {
  return field.fieldSets.flatMap((id) => schema.fieldSetById.get(id) ?? [])
}

/**
 * The schema of one entry, identified by the LUID of its field set. Without an allowed field set, no entry is
 * valid.
 */
function entrySchema(
  field: FieldOf<'combination'>,
  describing: Describing,
  fieldsSchema: Walks['jsonSchemaOf'],
  required: readonly string[],
): JsonSchema {
  const entries = allowedSets(field, describing.schema).map(({ luid, fields }) => ({
    type: 'object',
    properties: { luid: { const: luid }, fields: fieldsSchema(fields, describing) },
    required,
    additionalProperties: false,
  }))
  return entries.length > 0 ? { anyOf: entries } : { not: {} }
}
