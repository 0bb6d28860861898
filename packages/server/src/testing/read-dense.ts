/** A schema with similar models and few distinct values, so that most requests find something. */
import type { Field, Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { defaultRootSettings } from '@octavo/schema/definitions.ts'
import fc from 'fast-check'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import { optionsOf, sampleField } from './sample-root.ts'

const sets = { seo: 41, note: 42 }

const seo: Field[] = [
  sampleField('text', 301, 'word'),
  sampleField('boolean', 302, 'flag', { translatable: false }),
  sampleField('reference', 303, 'ref'),
  sampleField('references', 304, 'refs'),
]

const note: Field[] = [
  sampleField('multiline', 311, 'word'),
  sampleField('reference', 312, 'ref'),
  sampleField('flexible', 313, 'text'),
  sampleField('references', 314, 'refs'),
]

function modelOf(id: number, others: (base: number) => Field[]): Model {
  const base = id * 100
  const fields = [
    sampleField('text', base + 1, 'word'),
    sampleField('reference', base + 2, 'ref', { translatable: id !== 31 }),
    sampleField('boolean', base + 3, 'flag'),
    sampleField('datetime', base + 4, 'day'),
    sampleField('select', base + 5, 'kind', { options: optionsOf('news', 'essay', '日本') }),
    sampleField('number', base + 10, 'size'),
    sampleField('date', base + 11, 'on'),
    sampleField('color', base + 31, 'tint'),
    sampleField('json', base + 32, 'data'),
    sampleField('location', base + 33, 'place'),
    sampleField('email', base + 34, 'mail'),
    ...others(base),
  ]
  const name = `model_${id - 31}`
  return { id, luid: name, name, titleFieldId: id === 33 ? null : base + 1, fields }
}

/** The root without languages and spaces, which `read-world.ts` adds. */
export const denseRoot: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [],
  spaces: [],
  fieldSets: [
    { id: sets.seo, luid: 'seo', name: 'seo', fields: seo },
    { id: sets.note, luid: 'note', name: 'note', fields: note },
  ],
  models: [
    modelOf(31, (base) => [
      sampleField('fieldset', base + 6, 'seo', { fieldSet: sets.seo }),
      sampleField('multiselect', base + 7, 'tags', { options: optionsOf('news', 'essay') }),
      sampleField('flexible', base + 8, 'text'),
      sampleField('media', base + 9, 'picture'),
      sampleField('references', base + 12, 'refs'),
    ]),
    modelOf(32, (base) => [
      sampleField('fieldset', base + 6, 'seo', { fieldSet: sets.seo }),
      sampleField('repeat', base + 7, 'many', {
        fields: [
          sampleField('text', base + 21, 'word'),
          sampleField('reference', base + 22, 'ref'),
          sampleField('boolean', base + 23, 'flag'),
          sampleField('number', base + 24, 'size'),
          sampleField('date', base + 25, 'on'),
          sampleField('references', base + 26, 'refs'),
        ],
      }),
    ]),
    modelOf(33, (base) => [
      sampleField('combination', base + 6, 'blocks', { fieldSets: [sets.note, sets.seo] }),
      sampleField('flexible', base + 8, 'text', { translatable: false }),
      sampleField('references', base + 12, 'refs', { translatable: false }),
    ]),
  ],
  settings: defaultRootSettings,
}

/** Possible values of references, media and texts. */
export interface DensePools {
  readonly texts: readonly string[]
  readonly contents: readonly number[]
  readonly media: readonly number[]
}

const days = [0, 1, 2, 3].map((day) => Date.UTC(2026, 0, 1 + day))

const sizes = [-999_999_999_999_999, -10, -9.5, -1e-15, 0, 1e-15, 0.1, 9, 10, 999_999_999_999_999]

/** Values of the dense schema. A third of them are empty. */
export function denseValues(
  fields: readonly Field[],
  pools: DensePools,
): fc.Arbitrary<StoredValues> {
  const values = fields.map((field) =>
    fc.option(denseValue(field, pools), { nil: undefined, freq: 3 }),
  )
  return fc.tuple(...values).map((all) => {
    const present = fields.flatMap(({ id }, index) => {
      const value = all[index]
      return value === undefined ? [] : [[String(id), value] as const]
    })
    return Object.fromEntries(present)
  })
}

function denseValue(field: Field, pools: DensePools): fc.Arbitrary<Stored> {
  const text = fc.constantFrom(...pools.texts)
  switch (field.type) {
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.constantFrom(...sizes)
    case 'date':
      return fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-10', '0099-12-31')
    case 'color':
      return fc.constantFrom('#336699', '#abcdef', '#abcdef80')
    case 'json':
      return fc.constantFrom('{"text":"a"}', '[]', '""', '0')
    case 'location':
      return fc.constantFrom({ lat: 0, lng: 0 }, { lat: -90, lng: 0.5 })
    case 'email':
      return fc.constantFrom('ada@example.com', 'Sea@Example.com')
    case 'datetime':
      return fc.constantFrom(...days)
    case 'select':
      return fc.constantFrom(...field.options.map(({ value }) => value))
    case 'multiselect':
      return fc.shuffledSubarray(
        field.options.map(({ value }) => value),
        { minLength: 1 },
      )
    case 'reference':
      return fc.constantFrom(...pools.contents)
    case 'references':
      return fc.shuffledSubarray([...pools.contents], { minLength: 1, maxLength: 4 })
    case 'media':
      return fc.constantFrom(...pools.media)
    case 'flexible':
      return text.map((words) => ({
        portable_html: `<p>${words}</p>`,
        html: words,
        text: words,
        markdown: `*${words}*`,
      }))
    case 'repeat':
      return fc.array(denseValues(field.fields, pools), { minLength: 1, maxLength: 3 })
    case 'combination':
      return fc.array(denseEntry(pools), { minLength: 1, maxLength: 2 })
    case 'fieldset':
      return denseValues(seo, pools).map((values) =>
        Object.keys(values).length > 0 ? values : { 302: true },
      )
    default:
      return text
  }
}

function denseEntry(pools: DensePools): fc.Arbitrary<Stored> {
  const entry = (set: number, fields: readonly Field[]): fc.Arbitrary<Stored> =>
    denseValues(fields, pools).map((values) => ({ set, values }))
  return fc.oneof(entry(sets.note, note), entry(sets.seo, seo))
}
