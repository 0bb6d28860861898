/**
 * The walks over a whole set of fields that container types need for what is inside them. They are
 * made from a look-up of types, because the types inside a container include the container's own.
 */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
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
  /** Checks an object of LUIDs to values and returns what is stored. Reports everything wrong. */
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
        : unnamed(field, writing),
    )
  }

  function unnamed(field: Field, writing: Writing): Stored | undefined {
    if (!writing.fillsInitial) return undefined
    const initial = typeOf(field).initial?.(field, writing.schema)
    return writing.isTranslation ? translated(initial, undefined, field, writing.schema) : initial
  }

  /** Lays an object of LUIDs to values over stored values: only what it names changes. */
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

  /** Every field's value in answers, empty ones included, in the order of the fields. */
  function renderValues(values: StoredValues, fields: Fields, schema: Schema): RenderedValues {
    return fields.map((field) => [
      field.luid,
      typeOf(field).rendered(values[field.id], field, schema),
    ])
  }

  /**
   * The values as `writeValues` takes them back. An empty field that has an initial value says so, lest an
   * import fill it in again.
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

  /** What a sub-language shows: its own values where they are translatable, else the main ones. */
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

  /** What a new item holds before anything is written. */
  function initialValues(fields: Fields, schema: Schema): StoredValues {
    return collect(fields, (field) => typeOf(field).initial?.(field, schema))
  }

  /** An object of LUIDs to values as answers show it; `select` may take any of them away. */
  function jsonSchemaOf(fields: Fields, describing: Describing): JsonSchema {
    return objectSchema(fields, (field) => typeOf(field).jsonSchema(field, describing))
  }

  /** An object of LUIDs to values as `writeValues` and `patchValues` take it. */
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

/** The name that people gave a field says what it is for. */
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

/** Repeats and combinations are translated whole, so inside them no field is refused for itself. */
export function untranslated(writing: Writing): Writing {
  return writing.isTranslation ? { ...writing, isTranslation: false } : writing
}

/** The input by field; what names no field that may be written here is reported. */
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
  for (const [name, value] of Object.entries(object)) {
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
): string | Said | undefined {
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

/** Made once for each list of fields, as definitions do not change in place. */
function fieldsByLuid(fields: Fields): ReadonlyMap<string, Field> {
  return luidMaps.getOrInsertComputed(
    fields,
    () => new Map(fields.map((field) => [field.luid, field])),
  )
}
