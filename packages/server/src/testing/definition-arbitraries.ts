/** Generates definitions of root spaces: models and field sets with fields of every type. */
import {
  defaultRootSettings,
  type Field,
  type FieldOf,
  type FieldSet,
  type Model,
  type RootDefinition,
} from '@octavo/schema/definitions.ts'
import { factsOf, plainTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Option, SettingKind, SettingValues } from '@octavo/schema/field-types/settings.ts'
import type { FieldPresentation } from '@octavo/schema/presentation.ts'
import { rulesOf } from '@octavo/schema/rules.ts'
import fc from 'fast-check'
import { valuesOf } from '../fields/options.ts'

/** Includes LUIDs that cause problems as keys of plain objects. */
const luid = fc.oneof(
  fc.constantFrom('title', 'body', 'constructor', 'to_string', '0', '12', 'has_own'),
  fc.stringMatching(/^[a-z0-9][a-z0-9_]{0,8}$/),
)

const options: fc.Arbitrary<Option[]> = fc
  .uniqueArray(fc.constantFrom('news', 'essay', 'ＡＢＣ', '0', 'true', 'constructor', '日本'), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((values) => fc.tuple(...values.map(optionOf)))

function optionOf(value: string): fc.Arbitrary<Option> {
  return fc.record(
    {
      value: fc.constant(value),
      label: fc.constantFrom(value, 'Label'),
      labels: fc.constantFrom({ ja: '表示名' }, { en: 'In English', ja: '日本語' }),
    },
    { requiredKeys: ['value', 'label'] },
  )
}

/** References to models and field sets are positions; `numbered` replaces them with ids. */
const positions = fc.uniqueArray(fc.nat(2), { minLength: 1 })
const defaultText = fc.option(fc.constantFrom('initial', '初期'))

const settingsWith = (
  list: Option[],
): { [Kind in SettingKind]: fc.Arbitrary<SettingValues[Kind]> } => ({
  unique: fc.boolean(),
  maxLength: fc.option(fc.integer({ min: 1, max: 20 })),
  pattern: fc.constantFrom(null, '^[a-z]'),
  integer: fc.boolean(),
  minNumber: fc.constantFrom(null, -1.5),
  maxNumber: fc.constantFrom(null, 100),
  step: fc.constantFrom(null, 0.5),
  unit: fc.constantFrom(null, 'kg'),
  numberDefault: fc.constantFrom(null, 0, 3),
  dateDefault: fc.constantFrom(null, '2026-11-14'),
  urlDefault: fc.constantFrom(null, 'https://example.com/'),
  emailDefault: fc.constantFrom(null, 'ada@example.com'),
  colorDefault: fc.constantFrom(null, '#336699'),
  jsonSchema: fc.constantFrom(null, true, { type: 'object', properties: { a: { type: 'array' } } }),
  jsonDefault: fc.constantFrom<unknown>(null, { a: [] }, 0),
  locationDefault: fc.constantFrom(null, { lat: 35.6586, lng: -0.5 }),
  lineDefault: defaultText,
  linesDefault: defaultText,
  booleanDefault: fc.boolean(),
  options: fc.constant(list),
  optionDefault: fc.constantFrom(null, list[0]?.value ?? null),
  optionsDefault: fc.constantFrom([], valuesOf(list)),
  minEntries: fc.option(fc.integer({ min: 1, max: 2 })),
  maxEntries: fc.option(fc.integer({ min: 2, max: 3 })),
  models: fc.option(positions),
  sourceField: fc.constant(null),
  slugDefault: fc.constantFrom(null, 'untitled'),
  referencesDefault: fc.constantFrom([], [7, 3]),
  fieldSets: positions,
})

/** Settings that all types can have, without those that depend on other fields. */
const shownAlways = {
  names: fc.constant({ ja: '名前' }),
  help: fc.constant('Help\non two lines'),
  helps: fc.constant({ en: 'Help', ja: 'ヘルプ' }),
  group: fc.constant('Group'),
  width: fc.constant('half' as const),
  readOnly: fc.constant(true),
}

/** Settings of how Studio shows a field, and of how its rules are reported. */
function shownFor(type: FieldTypeName, field: object): fc.Arbitrary<FieldPresentation> {
  const rules = rulesOf(type).filter((rule) => isSet((field as Record<string, unknown>)[rule]))
  return fc.record(
    {
      ...shownAlways,
      ...(factsOf(type).hasPlaceholder && {
        placeholder: fc.constant('Placeholder'),
        placeholders: fc.constant({ ja: '例' }),
      }),
      ...(rules.includes('pattern') && {
        patternMessage: fc.constant('Use small letters'),
        patternMessages: fc.constant({ ja: '小文字で入力してください' }),
      }),
      ...(rules.length > 0 && { warn: fc.subarray(rules, { minLength: 1 }) }),
    },
    { requiredKeys: [] },
  )
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** A field of this type with any settings. Its id is 0. */
function fieldOf<Name extends FieldTypeName>(type: Name): fc.Arbitrary<FieldOf<Name>> {
  const kinds = Object.entries<SettingKind>(factsOf(type).settings)
  return options.chain((list) => {
    const settings = settingsWith(list)
    const field: fc.Arbitrary<object> = fc.record({
      id: fc.constant(0),
      luid,
      name: fc.constant('Name'),
      required: fc.boolean(),
      translatable: fc.boolean(),
      type: fc.constant(type),
      ...Object.fromEntries(kinds.map(([name, kind]) => [name, settings[kind]])),
    })
    const all: fc.Arbitrary<unknown> = field.chain((one) =>
      shownFor(type, one).map((more) => ({ ...one, ...more })),
    )
    return all as fc.Arbitrary<FieldOf<Name>>
  })
}

const leaf: fc.Arbitrary<Field> = fc.oneof(...plainTypeNames.map(fieldOf))

function fieldList<One extends Field>(
  field: fc.Arbitrary<One>,
  maxFields: number,
): fc.Arbitrary<One[]> {
  const limits = { minLength: 1, maxLength: maxFields }
  return fc.uniqueArray(field, { ...limits, selector: ({ luid: name }) => name })
}

const repeat: fc.Arbitrary<Field> = fc
  .tuple(fieldOf('repeat'), fieldList(leaf, 4))
  .map(([field, fields]) => ({ ...field, fields }))

/** An embedded field set, which has the LUID of the set. */
const builtIn: fc.Arbitrary<Field> = fc
  .tuple(fieldOf('fieldset'), fc.nat(2))
  .map(([field, fieldSet]) => ({ ...field, luid: setLuid(fieldSet), fieldSet }))

const setFields = fieldList(fc.oneof({ weight: 4, arbitrary: leaf }, repeat), 5)
const modelFields = fieldList(
  fc.oneof(
    { weight: 5, arbitrary: leaf },
    repeat,
    fieldOf('combination'),
    fieldOf('slug'),
    builtIn,
  ),
  9,
)

/** Three models and three field sets, so that every position exists. */
export const rootDefinitionArbitrary: fc.Arbitrary<RootDefinition> = fc
  .record({
    models: fc.tuple(modelFields, modelFields, modelFields),
    sets: fc.tuple(setFields, setFields, setFields),
    languages: fc.integer({ min: 1, max: 3 }),
    spaces: fc.integer({ min: 1, max: 3 }),
    hasTitles: fc.boolean(),
    name: fc.constantFrom('Main', 'main', 'Site'),
  })
  .map(({ models, sets, languages, spaces, hasTitles, name: rootName }) => ({
    id: 1,
    luid: 'main',
    name: rootName,
    version: 1,
    languages: ['en', 'ja', 'zh-CN']
      .slice(0, languages)
      .map((key, bit) => ({ id: 11 + bit, key, bit })),
    spaces: ['_parent', 'tokyo', 'osaka'].slice(0, spaces).map((name, index) => ({
      id: 21 + index,
      luid: name,
      name: [rootName, ...spaceNames][index] ?? name,
    })),
    ...numbered(models, sets, hasTitles),
    settings: defaultRootSettings,
  }))

/** The second sub-space has no name of its own. */
const spaceNames = ['Tokyo edition']
const firstModelId = 31
const firstSetId = 41

/** Assigns unique ids to fields and replaces positions with ids. */
function numbered(
  models: Field[][],
  sets: Field[][],
  hasTitles: boolean,
): { models: Model[]; fieldSets: FieldSet[] } {
  let lastId = 100
  const number = (field: Field, isTop: boolean): Field => {
    const id = ++lastId
    if ('unique' in field) return { ...field, id, unique: field.unique && isTop }
    if ('models' in field) {
      return { ...field, id, models: field.models?.map((at) => firstModelId + at) ?? null }
    }
    if (field.type === 'repeat') {
      return { ...field, id, fields: field.fields.map((inner) => number(inner, false)) }
    }
    if (field.type === 'combination') {
      return { ...field, id, fieldSets: field.fieldSets.map((at) => firstSetId + at) }
    }
    if (field.type === 'fieldset') return { ...field, id, fieldSet: firstSetId + field.fieldSet }
    return { ...field, id }
  }
  return {
    models: models.map((list, index) => {
      const fields = list.map((field) => number(field, true))
      const title = hasTitles ? fields.find((field) => field.type === 'text') : undefined
      return {
        id: firstModelId + index,
        luid: `model_${index}`,
        name: nameOf(`model_${index}`, index),
        titleFieldId: title?.id ?? null,
        fields,
      }
    }),
    fieldSets: sets.map((list, index) => ({
      id: firstSetId + index,
      luid: setLuid(index),
      name: nameOf(setLuid(index), index),
      fields: list.map((field) => number(field, false)),
    })),
  }
}

/** The first of a list has a name of its own. */
function nameOf(name: string, index: number): string {
  return index === 0 ? `Name of ${name}` : name
}

function setLuid(position: number): string {
  return `field_set_${position}`
}
