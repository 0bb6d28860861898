/** Generates schema files as values. There are few LUIDs, so that two files often share definitions. */
import { defaultRootSettings, type RootDefinition } from '@octavo/schema/definitions.ts'
import fc from 'fast-check'
import { checkFile, noExistingNames } from '../modeling/check-file.ts'
import { planChange } from '../modeling/plan.ts'

type Entry = Record<string, unknown>

/** Sometimes omits a key. */
const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 })

const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, value)

const named = (luids: readonly string[]): fc.Arbitrary<Entry> =>
  fc.record({
    luid: fc.constantFrom(...luids),
    was: seldom(fc.constantFrom(...luids)),
    name: seldom(fc.constantFrom('Name', '名前')),
  })

const texts = seldom(fc.constantFrom({ ja: '価格' }, { en: 'Price', ja: '価格' }))
const shown = {
  names: texts,
  help: seldom(fc.constant('Two\nlines')),
  helps: texts,
  group: seldom(fc.constantFrom('g', 'Group')),
  width: seldom(fc.constantFrom('half', 'full')),
  readOnly: seldom(fc.boolean()),
}
/** Conditions on fields that many files have. Files in which one of them is wrong are left out. */
const conditions = {
  showWhen: seldom(
    fc.constantFrom(
      { a: { exists: true } },
      { $or: [{ a: { exists: true } }, { $not: { b: { exists: false } } }], c: { exists: true } },
      { d: { exists: true, eq: 'abc' } },
      {},
    ),
  ),
}
const flags = {
  required: some(fc.boolean()),
  translatable: some(fc.boolean()),
  ...shown,
  ...conditions,
}
const maxLength = some(fc.integer({ min: 1, max: 9 }))
const options = fc
  .uniqueArray(fc.constantFrom('x', 'y', '0', 'constructor'), { minLength: 1 })
  .chain((values) =>
    fc.tuple(...values.map((value) => texts.map((labels) => (labels ? { value, labels } : value)))),
  )

const simple = (more: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Entry> =>
  fc.oneof(
    fc.record({
      type: fc.constant('text'),
      maxLength,
      pattern: some(fc.constant('^a')),
      default: some(fc.constant('abc')),
      placeholder: seldom(fc.constant('abc')),
      placeholders: texts,
      ...more,
    }),
    fc.record({ type: fc.constant('multiline'), maxLength, ...more }),
    fc.record({ type: fc.constant('flexible'), maxLength, ...more }),
    fc.record({
      type: fc.constant('json'),
      schema: some(fc.constantFrom(true, { type: 'object', required: ['a'] })),
      default: some(fc.constantFrom([], { a: 1 })),
      ...more,
    }),
    fc.record({
      type: fc.constant('number'),
      integer: some(fc.boolean()),
      min: some(fc.constantFrom(0, -1.5)),
      max: some(fc.constant(10)),
      unit: some(fc.constant('kg')),
      default: some(fc.constant(3)),
      ...more,
    }),
    fc.record({ type: fc.constant('boolean'), default: some(fc.boolean()), ...more }),
    fc.record({ type: fc.constantFrom('select', 'multiselect'), options, ...more }),
    fc.record({
      type: fc.constantFrom('date', 'datetime', 'url', 'email', 'color', 'location', 'media'),
      ...more,
    }),
  )

const fieldLuids = ['a', 'b', 'c', 'd', 'constructor']
const setLuids = ['f', 'g', 'a']
const modelLuids = ['m', 'n', 'a']

const joined = (...parts: fc.Arbitrary<Entry>[]): fc.Arbitrary<Entry> =>
  fc.tuple(...parts).map((entries) => Object.assign({}, ...entries) as Entry)

const listOf = (entry: fc.Arbitrary<Entry>, minLength = 0): fc.Arbitrary<Entry[]> =>
  fc.uniqueArray(entry, { minLength, maxLength: 5, selector: ({ luid }) => luid })

const inner = joined(named(fieldLuids), simple({ required: some(fc.boolean()) }))
const repeat = fc.record({ type: fc.constant('repeat'), fields: listOf(inner, 1), ...flags })
const setField = joined(
  named(fieldLuids),
  fc.oneof({ weight: 4, arbitrary: simple(flags) }, repeat),
)

/** Fields that refer to other definitions of the file, if there are any. */
function naming(sets: readonly string[], luids: readonly string[]): fc.Arbitrary<Entry>[] {
  const choices: fc.Arbitrary<Entry>[] = [
    joined(
      named(fieldLuids),
      fc.record({
        type: fc.constant('reference'),
        models: some(fc.shuffledSubarray([...luids], { minLength: 1 })),
        ...flags,
      }),
    ),
  ]
  if (sets.length === 0) return choices
  return [
    ...choices,
    joined(
      named(fieldLuids),
      fc.record({
        type: fc.constant('combination'),
        fieldSets: fc.shuffledSubarray([...sets], { minLength: 1 }),
      }),
    ),
    fc.record({ luid: fc.constantFrom(...sets), type: fc.constant('fieldset'), ...flags }),
  ]
}

function modelSettings(fields: readonly Entry[]): fc.Arbitrary<Entry> {
  const luids = fields.filter(({ type }) => type !== 'fieldset').map(({ luid }) => String(luid))
  const sortable = fields.filter(({ type }) => type === 'text').map(({ luid }) => String(luid))
  const pictures = fields.filter(({ type }) => type === 'media').map(({ luid }) => luid)
  return fc.record({
    names: texts,
    description: seldom(fc.constant('About')),
    descriptions: texts,
    icon: seldom(fc.constantFrom('book', 'star')),
    layout: seldom(fc.constantFrom('tabs', 'sections')),
    groups: seldom(
      fc.constant([
        { luid: 'g', names: { ja: '群' } },
        { luid: 'h', name: 'H' },
      ]),
    ),
    picture: pictures.length === 0 ? fc.constant(undefined) : seldom(fc.constantFrom(...pictures)),
    columns: seldom(fc.subarray([...luids, '_created_at'])),
    order: seldom(fc.subarray([...sortable.map((luid) => `-${luid}`), '_title'])),
  })
}

function models(sets: readonly string[]): fc.Arbitrary<Entry[]> {
  return listOf(named(modelLuids)).chain((list) => {
    const luids = list.map(({ luid }) => String(luid))
    if (luids.length === 0) return fc.constant([])
    const unique = some(fc.boolean())
    const text = joined(
      named(fieldLuids),
      fc.record({ type: fc.constant('text'), unique, ...flags }),
    )
    const plain = joined(named(fieldLuids), fc.oneof(simple(flags), repeat))
    const fields = listOf(fc.oneof({ weight: 3, arbitrary: plain }, text, ...naming(sets, luids)))
    return fc.tuple(
      ...list.map((names) =>
        fields.chain((own) =>
          modelSettings(own).map((more) => ({ ...names, ...more, fields: own })),
        ),
      ),
    )
  })
}

/** Settings of a root space that a file can have; each may be left out. */
export const settingsArbitrary = fc.record(
  {
    extendedWrites: fc.boolean(),
    iframeHosts: fc.option(fc.uniqueArray(fc.constantFrom('a.example', 'b.example/embed'))),
    textElements: fc.uniqueArray(fc.constantFrom('note', 'ad-slot')),
    keepsLocation: fc.boolean(),
    revisions: fc.record({
      sessionDays: fc.option(fc.constantFrom(1, 30, 36_500)),
      publicationDays: fc.option(fc.constantFrom(1, 30, 36_500)),
    }),
  },
  { requiredKeys: [] },
)

const anyFile = fc
  .tuple(
    some(fc.constantFrom('Main', 'main', 'Site')),
    fc.uniqueArray(fc.constantFrom('ja', 'fr', 'zh-CN')),
    some(settingsArbitrary),
    listOf(named(['tokyo', 'osaka', 'a'])),
    listOf(joined(named(setLuids), fc.record({ fields: listOf(setField, 1) }))),
  )
  .chain(([name, languages, ownSettings, spaces, fieldSets]) =>
    models(fieldSets.map(({ luid }) => String(luid))).map((list) => ({
      name,
      languages: ['en', ...languages],
      spaces,
      fieldSets,
      models: list,
      settings: ownSettings,
    })),
  )

/** Valid files. Keys without a value are omitted, as in a file. */
export const schemaValueArbitrary: fc.Arbitrary<unknown> = anyFile
  .map((file) => JSON.stringify(file))
  .map((text): unknown => JSON.parse(text))
  .filter((value) => {
    const { file, problems } = checkFile(value, noExistingNames)
    return problems.length === 0 && planChange(emptyRoot, file, false).problems.length === 0
  })

export const emptyRoot: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [{ id: 2, key: 'de', bit: 0 }],
  spaces: [{ id: 3, luid: '_parent', name: 'Main' }],
  fieldSets: [],
  models: [],
  settings: defaultRootSettings,
}
