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
type TypeOf = (field: Field) => AnyFieldType

export interface Walks {
  /** Checks an object of LUIDs to values and returns what is stored. Reports everything wrong. */
  writeValues(input: unknown, fields: Fields, path: string, writing: Writing): StoredValues

  /** Lays an object of LUIDs to values over stored values: only what it names changes. */
  patchValues(
    before: StoredValues,
    input: unknown,
    fields: Fields,
    path: string,
    writing: Writing,
  ): StoredValues

  /** Every field's value in answers, empty ones included, in the order of the fields. */
  renderValues(values: StoredValues, fields: Fields, schema: Schema): RenderedValues

  /** The values as `writeValues` takes them back. */
  exportValues(
    values: StoredValues,
    fields: Fields,
    schema: Schema,
    isTranslation?: boolean,
  ): Record<string, unknown>

  /** What a sub-language shows: its own values where they are translatable, else the main ones. */
  translateValues(
    own: StoredValues,
    main: StoredValues,
    fields: Fields,
    schema: Schema,
  ): StoredValues

  /** What a new item holds before anything is written. */
  initialValues(fields: Fields, schema: Schema): StoredValues

  /** An object of LUIDs to values as answers show it; `select` may take any of them away. */
  jsonSchemaOf(fields: Fields, describing: Describing): JsonSchema

  /** An object of LUIDs to values as `writeValues` and `patchValues` take it. */
  inputSchemaOf(fields: Fields, describing: Describing): JsonSchema
}

export function createWalks(typeOf: TypeOf): Walks {
  return {
    writeValues: (input, fields, path, writing) => write(typeOf, input, fields, path, writing),
    patchValues: (before, input, fields, path, writing) =>
      patch(typeOf, before, input, fields, path, writing),
    renderValues: (values, fields, schema) =>
      fields.map((field) => [field.luid, typeOf(field).rendered(values[field.id], field, schema)]),
    exportValues: (values, fields, schema, isTranslation = false) =>
      exportAll(typeOf, values, fields, schema, isTranslation),
    translateValues: (own, main, fields, schema) =>
      collect(fields, (field) => translated(typeOf, own[field.id], main[field.id], field, schema)),
    initialValues: (fields, schema) =>
      collect(fields, (field) => typeOf(field).initial?.(field, schema)),
    jsonSchemaOf: (fields, describing) =>
      objectSchema(fields, (field) => typeOf(field).jsonSchema(field, describing)),
    inputSchemaOf: (fields, describing) =>
      objectSchema(
        fields.filter((field) => canBeWritten(typeOf(field), field, describing)),
        (field) => inputSchemaOf(typeOf(field), field, describing),
      ),
  }
}

export function inputSchemaOf(
  { inputSchema, jsonSchema }: AnyFieldType,
  field: Field,
  describing: Describing,
): JsonSchema {
  return (inputSchema ?? jsonSchema)(field, describing)
}

function canBeWritten(type: AnyFieldType, field: Field, describing: Describing): boolean {
  const { extendedWrites } = describing.schema.root.settings
  if (type.needsExtendedWrites && !extendedWrites) return false
  return field.translatable || !describing.isTranslation
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

function write(
  typeOf: TypeOf,
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
      : unnamed(typeOf, field, writing),
  )
}

function unnamed(typeOf: TypeOf, field: Field, writing: Writing): Stored | undefined {
  if (!writing.fillsInitial) return undefined
  const initial = typeOf(field).initial?.(field, writing.schema)
  return writing.isTranslation
    ? translated(typeOf, initial, undefined, field, writing.schema)
    : initial
}

function patch(
  typeOf: TypeOf,
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
  writing: Writing,
): string | Said | undefined {
  if (name.startsWith('_')) return 'system properties cannot be written'
  if (!field) return say('noField')
  if (writing.isTranslation && !field.translatable) {
    return say('sharedField')
  }
  return undefined
}

/** An empty field that has an initial value says so, lest an import fill it in again. */
function exportAll(
  typeOf: TypeOf,
  values: StoredValues,
  fields: Fields,
  schema: Schema,
  isTranslation: boolean,
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

function translated(
  typeOf: TypeOf,
  own: Stored | undefined,
  main: Stored | undefined,
  field: Field,
  schema: Schema,
): Stored | undefined {
  if (!field.translatable) return main
  const type = typeOf(field)
  return type.translated ? type.translated(own, main, field, schema) : own
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
  const known = luidMaps.get(fields)
  if (known) return known
  const byLuid = new Map(fields.map((field) => [field.luid, field]))
  luidMaps.set(fields, byLuid)
  return byLuid
}
