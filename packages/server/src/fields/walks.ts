/**
 * Traversals of a set of fields that container types need for nested values. They are created from a lookup
 * of types, because the types inside a container include the type of the container itself.
 */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type {
  AnyFieldType,
  Describing,
  JsonSchema,
  RenderedValues,
  Stored,
  StoredValues,
  Writing,
} from './field-type.ts'
import { readObject, shortened } from './input.ts'

type Fields = readonly Field[]

export type Walks = ReturnType<typeof createWalks>

export function createWalks(typeOf: (field: Field) => AnyFieldType) {
  /** Validates an object of LUIDs to values and returns the stored values. Reports every problem. */
  function writeValues(
    input: unknown,
    fields: Fields,
    path: string,
    writing: Writing,
  ): StoredValues {
    const given = readNamed(input, fields, path, writing)
    if (!given) return {}
    return collect(fields, (field) =>
      given.has(field)
        ? typeOf(field).written(given.get(field), field, `${path}.${field.luid}`, writing)
        : omittedValue(field, writing),
    )
  }

  function omittedValue(field: Field, writing: Writing): Stored | undefined {
    if (!writing.fillsInitial) return undefined
    const initial = typeOf(field).initial?.(field, writing.schema)
    return writing.isTranslation ? translated(initial, undefined, field, writing.schema) : initial
  }

  /** Merges an object of LUIDs to values into stored values: only the given fields change. */
  function patchValues(
    before: StoredValues,
    input: unknown,
    fields: Fields,
    path: string,
    writing: Writing,
  ): StoredValues {
    const after = { ...before }
    for (const [field, value] of readNamed(input, fields, path, writing) ?? []) {
      const type = typeOf(field)
      const fieldPath = `${path}.${field.luid}`
      const stored = type.patched
        ? type.patched(before[field.id], value, field, fieldPath, writing)
        : type.written(value, field, fieldPath, writing)
      if (stored === undefined) delete after[field.id]
      else after[field.id] = stored
    }
    return after
  }

  /** The values of all fields in responses, including empty ones, in the order of the fields. */
  function renderValues(values: StoredValues, fields: Fields, schema: Schema): RenderedValues {
    return fields.map((field) => [
      field.luid,
      typeOf(field).rendered(values[field.id], field, schema),
    ])
  }

  /**
   * The values in the form that `writeValues` accepts. An empty field with an initial value is null, so that
   * an import does not set the initial value again.
   */
  function exportValues(
    values: StoredValues,
    fields: Fields,
    schema: Schema,
    isTranslation = false,
  ): Record<string, unknown> {
    const exported: Record<string, unknown> = {}
    for (const field of fields) {
      if (isTranslation && !field.translatable) continue
      const type = typeOf(field)
      const stored = values[field.id]
      if (stored !== undefined) {
        exported[field.luid] = type.exported(stored, field, schema, isTranslation)
      } else if (type.initial?.(field, schema) !== undefined) {
        exported[field.luid] = null
      }
    }
    return exported
  }

  /** The values in a sub-language: its own for translatable fields, else those of the main language. */
  function translateValues(
    own: StoredValues,
    main: StoredValues,
    fields: Fields,
    schema: Schema,
  ): StoredValues {
    return collect(fields, (field) => translated(own[field.id], main[field.id], field, schema))
  }

  function translated(
    own: Stored | undefined,
    main: Stored | undefined,
    field: Field,
    schema: Schema,
  ): Stored | undefined {
    if (!field.translatable) return main
    const type = typeOf(field)
    return type.translated ? type.translated(own, main, field, schema) : own
  }

  /** The values of a new item before anything is written. */
  function initialValues(fields: Fields, schema: Schema): StoredValues {
    return collect(fields, (field) => typeOf(field).initial?.(field, schema))
  }

  /** The schema of an object of LUIDs to values in responses; `select` may omit any of them. */
  function jsonSchemaOf(fields: Fields, describing: Describing): JsonSchema {
    return objectSchema(fields, (field) => typeOf(field).jsonSchema(field, describing))
  }

  /** The schema of an object of LUIDs to values that `writeValues` and `patchValues` accept. */
  function inputSchemaOf(fields: Fields, describing: Describing): JsonSchema {
    const { extendedWrites } = describing.schema.root.settings
    const writable = fields.filter((field) => {
      if (typeOf(field).needsExtendedWrites && !extendedWrites) return false
      return field.translatable || !describing.isTranslation
    })
    return objectSchema(writable, (field) => {
      const { inputSchema, jsonSchema } = typeOf(field)
      return (inputSchema ?? jsonSchema)(field, describing)
    })
  }

  return {
    writeValues,
    patchValues,
    renderValues,
    exportValues,
    translateValues,
    initialValues,
    jsonSchemaOf,
    inputSchemaOf,
  }
}

/** The title is the name that users gave to the field. */
function objectSchema(fields: Fields, schemaOf: (field: Field) => JsonSchema): JsonSchema {
  const properties = fields.map((field) => [
    field.luid,
    field.name === field.luid ? schemaOf(field) : { title: field.name, ...schemaOf(field) },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonSchema,
    additionalProperties: false,
  }
}

/** Repeats and combinations are translated completely, so no field inside them is rejected as shared. */
export function untranslated(writing: Writing): Writing {
  return writing.isTranslation ? { ...writing, isTranslation: false } : writing
}

/** The input by field. Reports names that are not writable fields. */
function readNamed(
  input: unknown,
  fields: Fields,
  path: string,
  writing: Writing,
): Map<Field, unknown> | undefined {
  const object = readObject(input, path, writing)
  if (!object) return undefined
  const byLuid = fieldsByLuid(fields)
  const given = new Map<Field, unknown>()
  // Much faster than the entries of an object with tens of thousands of unknown names.
  for (const name of Object.keys(object)) {
    const value = object[name]
    const field = byLuid.get(name)
    const fault = nameFault(name, field, writing)
    if (fault !== undefined) writing.problem(`${path}.${shortened(name)}`, fault)
    else if (field && value !== undefined) given.set(field, value)
  }
  return given
}

function nameFault(
  name: string,
  field: Field | undefined,
  { isTranslation }: Writing,
): string | CodedMessage | undefined {
  if (name.startsWith('_')) return 'system properties cannot be written'
  if (!field) return say('noField')
  return isTranslation && !field.translatable ? say('sharedField') : undefined
}

function collect(fields: Fields, valueOf: (field: Field) => Stored | undefined): StoredValues {
  const values: StoredValues = {}
  for (const field of fields) {
    const value = valueOf(field)
    if (value !== undefined) values[field.id] = value
  }
  return values
}

const luidMaps = new WeakMap<Fields, ReadonlyMap<string, Field>>()

/** Cached for each list of fields, because definitions do not change in place. */
function fieldsByLuid(fields: Fields): ReadonlyMap<string, Field> {
  return luidMaps.getOrInsertComputed(
    fields,
    () => new Map(fields.map((field) => [field.luid, field])),
  )
}
