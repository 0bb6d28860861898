/** Generates values of fields, both as stored and as request input. */
import { formatProblem, problemAt } from '@octavo/schema/errors.ts'
import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import fc from 'fast-check'
import type { Stored, StoredValues, Writing } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { defaultTextPolicy, parseFlexible } from '../text/flexible.ts'
import { rootDefinitionArbitrary } from './definition-arbitraries.ts'

/** The targets of references and media fields. */
export interface World {
  schema: Schema
  contents: readonly { id: number; modelId: number }[]
  media: readonly number[]
}

export const worldArbitrary: fc.Arbitrary<World> = rootDefinitionArbitrary.map((root) => ({
  schema: indexSchema(root),
  contents: root.models.map((model, index) => ({ id: 1000 + index, modelId: model.id })),
  media: [501, 502],
}))

interface ValueArbitrary<Name extends FieldTypeName> {
  /** Stored values, never empty; undefined if no value is possible. */
  stored(field: FieldOf<Name>, world: World): fc.Arbitrary<Stored> | undefined
  /** Request input, if it differs from the exported values. */
  input?(field: FieldOf<Name>, world: World): fc.Arbitrary<unknown> | undefined
}

/** Words that have caused test failures, and any other well-formed text. */
const word = fc.oneof(
  fc.constantFrom('sea', 'Hills', 'ＡＢＣ', 'ｶﾞ', '日本', 'Σς', '😀', '', 'ß', '"\\', '</script>'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
)

export const lineArbitrary = word
  .map((text) => text.replace(/[\0\r\n]/g, '').toWellFormed())
  .filter((text) => text !== '')

const linesArbitrary = fc
  .tuple(lineArbitrary, fc.array(fc.constantFrom('\r\n', '\n', 'second line', '')))
  .map(([first, rest]) => first + rest.join(''))

const markup = fc.oneof(
  lineArbitrary.map((line) => `<p>${line.replace(/[<>&]/g, '')}a</p>`),
  fc.constantFrom(
    '<h2>Head</h2><p>One <strong>two</strong></p>',
    '<ul><li>one</li><li>two</li></ul>',
    '<p>a<br>b</p>',
  ),
)

const time = fc.integer({
  min: new Date(0).setUTCFullYear(1, 0, 1),
  max: Date.UTC(9999, 11, 30),
})

/** Of any size, but often equal or close to each other, because only then rounding would be noticed. */
const decimalArbitrary: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1e-15, -1e-15, 999_999_999_999_999, -999_999_999_999_999, 0.1, 0.3, 1e21),
  fc.integer({ min: -12, max: 12 }),
  fc
    .tuple(
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      fc.integer({ min: -20, max: 10 }),
    )
    .map(([digits, power]) => Number(`${digits}e${power}`)),
  fc
    .tuple(fc.integer({ min: -1200, max: 1200 }), fc.constantFrom(0, -1, -2, -3))
    .map(([digits, power]) => Number(`${digits}e${power}`)),
)

const jsonArbitrary = fc.jsonValue({ maxDepth: 5 }).filter((value) => value !== null)

const dateArbitrary = time.map((value) => formatTime(value).slice(0, 10))

function someOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> | undefined {
  return values.length > 0 ? fc.constantFrom(...values) : undefined
}

function targetsIn({ contents }: World, models: readonly number[] | null): number[] {
  const allowed = contents.filter(({ modelId }) => models === null || models.includes(modelId))
  return allowed.map(({ id }) => id)
}

/** Other types use their examples. */
const arbitraries: { [Name in FieldTypeName]?: ValueArbitrary<Name> } = {
  text: { stored: () => lineArbitrary },
  multiline: { stored: () => linesArbitrary },
  flexible: {
    stored: (field, world) => {
      const type = fieldTypeOf(field)
      const writing = writingFor(world.schema)
      return markup
        .map((input) => type.written(input, field, '', writing))
        .filter((value) => value !== undefined)
    },
    input: () => markup,
  },
  number: {
    stored: ({ integer }) =>
      decimalArbitrary.filter((value) => !integer || Number.isInteger(value)).map(plainZero),
  },
  date: { stored: () => dateArbitrary },
  select: { stored: (field) => someOf(field.options.map(({ value }) => value)) },
  multiselect: {
    stored: (field) => {
      const values = field.options.map(({ value }) => value)
      return values.length > 0 ? fc.shuffledSubarray(values, { minLength: 1 }) : undefined
    },
  },
  datetime: {
    stored: () => time,
    input: () =>
      fc.oneof(
        time.map(formatTime),
        time.map((value) => formatTime(value).replace('Z', '-01:30')),
      ),
  },
  color: {
    stored: () => fc.stringMatching(/^#([0-9a-f]{6}|[0-9a-f]{8})$/),
    input: () => fc.stringMatching(/^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/),
  },
  location: {
    stored: () =>
      fc
        .tuple(fc.integer({ min: -90e9, max: 90e9 }), fc.integer({ min: -180e9, max: 180e9 }))
        .map(([lat, lng]) => ({ lat: plainZero(lat / 1e9), lng: plainZero(lng / 1e9) })),
  },
  json: {
    stored: () => jsonArbitrary.map((value) => JSON.stringify(value)),
    input: () => jsonArbitrary,
  },
  media: { stored: (_field, world) => someOf(world.media) },
  reference: { stored: ({ models }, world) => someOf(targetsIn(world, models)) },
  references: {
    stored: ({ models }, world) => {
      const ids = targetsIn(world, models)
      return ids.length > 0 ? fc.shuffledSubarray(ids, { minLength: 1 }) : undefined
    },
  },
  repeat: {
    stored: (field, world) => fc.array(storedValuesArbitrary(field.fields, world), someEntries),
    input: (field, world) => fc.array(inputValuesArbitrary(field.fields, world), someEntries),
  },
  combination: {
    stored: (field, world) =>
      entriesOf(field.fieldSets, (set) =>
        storedValuesArbitrary(fieldsOfSet(set, world), world).map((values) => ({ set, values })),
      ),
    input: (field, world) =>
      entriesOf(field.fieldSets, (set) =>
        inputValuesArbitrary(fieldsOfSet(set, world), world).map((fields) => ({
          luid: world.schema.fieldSetById.get(set)?.luid,
          fields,
        })),
      ),
  },
  fieldset: {
    stored: (field, world) => {
      const fields = fieldsOfSet(field.fieldSet, world)
      const certain = someOf(fields.flatMap((inner) => certainly(inner, world) ?? []))
      return certain && fc.tuple(storedValuesArbitrary(fields, world), certain).chain(orElse)
    },
    input: (field, world) => inputValuesArbitrary(fieldsOfSet(field.fieldSet, world), world),
  },
}

/** Without -0. */
function plainZero(value: number): number {
  return value === 0 ? 0 : value
}

/** An object with a value of this field only; undefined if no value is possible. */
function certainly(field: Field, world: World): fc.Arbitrary<StoredValues> | undefined {
  return arbitraryOf(field)
    .stored(field, world)
    ?.map((value) => ({ [field.id]: value }))
}

function orElse<Values extends object>([values, other]: [
  Values,
  fc.Arbitrary<Values>,
]): fc.Arbitrary<Values> {
  return Object.keys(values).length > 0 ? fc.constant(values) : other
}

function entriesOf<Entry>(
  sets: readonly number[],
  entryOf: (set: number) => fc.Arbitrary<Entry>,
): fc.Arbitrary<Entry[]> | undefined {
  const entry = someOf(sets)?.chain(entryOf)
  return entry && fc.array(entry, someEntries)
}

const someEntries = { minLength: 1, maxLength: 3 }

function fieldsOfSet(id: number, world: World): readonly Field[] {
  return world.schema.fieldSetById.get(id)?.fields ?? []
}

function arbitraryOf(field: Field): ValueArbitrary<FieldTypeName> {
  return arbitraries[field.type] ?? ofExamples
}

const ofExamples: ValueArbitrary<FieldTypeName> = {
  stored: (field, { schema }) =>
    someOf(
      (factsOf(field.type).examples ?? [])
        .map((one) => fieldTypeOf(field).written(one, field, '', writingFor(schema)))
        .filter((value) => value !== undefined),
    ),
  input: (field) => someOf(factsOf(field.type).examples ?? []),
}

/** A stored value; undefined for an empty one. */
export function storedValueArbitrary(field: Field, world: World): fc.Arbitrary<Stored | undefined> {
  const values = arbitraryOf(field).stored(field, world)
  return values ? fc.option(values, { nil: undefined, freq: 4 }) : fc.constant(undefined)
}

/** A value as request input; null for an empty one. */
export function inputValueArbitrary(field: Field, world: World): fc.Arbitrary<unknown> {
  const { stored, input } = arbitraryOf(field)
  const values = (input ?? stored)(field, world)
  return values ? fc.option(values, { freq: 4 }) : fc.constant(null)
}

export function storedValuesArbitrary(
  fields: readonly Field[],
  world: World,
): fc.Arbitrary<StoredValues> {
  return fc
    .tuple(...fields.map((field) => storedValueArbitrary(field, world)))
    .map((values) => presentOnly(fields.map((field, index) => [String(field.id), values[index]])))
}

/** Values by LUID. Some fields are omitted. */
function inputValuesArbitrary(
  fields: readonly Field[],
  world: World,
): fc.Arbitrary<Record<string, unknown>> {
  const maybe = (field: Field) =>
    fc.option(inputValueArbitrary(field, world), { nil: undefined, freq: 5 })
  return fc
    .tuple(...fields.map(maybe))
    .map((values) => presentOnly(fields.map((field, index) => [field.luid, values[index]])))
}

function presentOnly<Value>(entries: [string, Value | undefined][]): { [key: string]: Value } {
  return Object.fromEntries(
    entries.filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )
}

/** A write context that accepts everything and collects problems in `problems`. */
export function writingFor(
  schema: Schema,
  changes: Partial<Writing> = {},
): Writing & { problems: string[] } {
  const problems: string[] = []
  return {
    schema,
    parseText: (source) => parseFlexible(source, 'portable_html', defaultTextPolicy),
    acceptsText: () => true,
    allowsMultiselect: true,
    fillsInitial: false,
    isTranslation: false,
    problem: (path, what) => problems.push(formatProblem(problemAt(path, what))),
    needsContent: () => {},
    needsMedia: () => {},
    ...changes,
    problems,
  }
}
