import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatProblem, problemAt } from '@octavo/schema/errors.ts'
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { storedValuesArbitrary, worldArbitrary, writingFor } from '../testing/field-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import { sampleRoot } from '../testing/sample-root.ts'
import type { StoredValues, Writing } from './field-type.ts'
import { jsonBudget } from './json-schema/check-json.ts'
import { patternMatcher } from './pattern-match.ts'
import {
  checkPublishable,
  exportValues,
  indexKeysOf,
  initialValues,
  patchValues,
  renderValues,
  searchTextsOf,
  translateValues,
  writeValues,
} from './values.ts'

const schema = indexSchema(sampleRoot)
const fields: readonly Field[] = schema.modelByLuid.get('article')?.fields ?? []

function write(input: unknown, changes: Partial<Writing> = {}) {
  const writing = writingFor(schema, changes)
  return { stored: writeValues(input, fields, 'fields', writing), problems: writing.problems }
}

function patch(before: StoredValues, input: unknown) {
  const writing = writingFor(schema)
  const stored = patchValues(before, input, fields, 'fields', writing)
  return { stored, problems: writing.problems }
}

function publishProblems(
  values: StoredValues,
  { isTranslation = false, of = fields } = {},
): string[] {
  const problems: string[] = []
  const problem = (path: string, what: string | CodedMessage) =>
    problems.push(formatProblem(problemAt(path, what)))
  checkPublishable(values, of, 'fields', {
    schema,
    isTranslation,
    matches: patternMatcher(),
    jsonBudget: jsonBudget(),
    problem,
    warning() {},
  })
  return problems
}

const everything = {
  title: 'Sea',
  slug: 'sea',
  lead: 'one\r\ntwo',
  body: '<p>Body</p>',
  featured: false,
  kind: 'essay',
  tags: ['hills', 'sea'],
  starts_at: '2026-11-14T09:00:00+09:00',
  cover: 5,
  author: 7,
  links: [{ label: 'A', to: 9 }, { external: true }],
  blocks: [{ luid: 'quote', fields: { words: 'Say', by: 7 } }, { luid: 'quote' }],
  seo: { meta_title: 'Meta', robots: null },
}

describe('writeValues', () => {
  test('stores values by field id and omits empty ones', () => {
    const { stored, problems } = write(everything)
    assert.deepEqual(problems, [])
    const { '204': body, ...rest } = stored
    assert.equal((body as StoredValues).portable_html, '<p>Body</p>')
    assert.deepEqual(rest, {
      201: 'Sea',
      202: 'sea',
      203: 'one\r\ntwo',
      205: false,
      206: 'essay',
      207: ['hills', 'sea'],
      208: Date.UTC(2026, 10, 14),
      209: 5,
      210: 7,
      211: [{ 321: 'A', 323: 9 }, { 322: true }],
      212: [
        { set: 12, values: { 311: 'Say', 312: 7 } },
        { set: 12, values: {} },
      ],
      213: { 301: 'Meta' },
    })
  })

  test('treats null and missing values as empty', () => {
    const empty = { title: '', lead: null, body: '<p></p>', tags: [], links: [], seo: {} }
    assert.deepEqual(write({ ...empty, blocks: null, cover: undefined }), {
      stored: {},
      problems: [],
    })
  })

  const refusals: [name: string, input: unknown, problems: string[]][] = [
    ['no object', [], ['fields: must be an object']],
    ['null', null, ['fields: must be an object']],
    ['an unknown field', { nope: 1 }, ['fields.nope: no such field']],
    ['a system property', { _id: 1 }, ['fields._id: system properties cannot be written']],
    [
      'the name of a prototype',
      JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'),
      [
        'fields.__proto__: system properties cannot be written',
        'fields.constructor: no such field',
        'fields.toString: no such field',
      ],
    ],
    ['a line break', { title: 'a\nb' }, ['fields.title: must be on one line']],
    ['a number for a text', { title: 5 }, ['fields.title: must be a string']],
    ['a NUL', { lead: 'a\0' }, ['fields.lead: must not contain the NUL character']],
    [
      'half a surrogate pair',
      { lead: '\udc00' },
      ['fields.lead: must be well-formed Unicode, has half a surrogate pair'],
    ],
    [
      'a text that is too long',
      { lead: 'x'.repeat(1_000_001) },
      ['fields.lead: must be at most 1000000 characters, has 1000001'],
    ],
    ['an unknown option', { kind: 'poem' }, ['fields.kind: has no option "poem"']],
    [
      'options unknown, repeated and empty',
      { tags: ['sea', 'sky', 'sea', null, 1] },
      [
        'fields.tags[1]: has no option "sky"',
        'fields.tags[2]: repeats "sea"',
        'fields.tags[3]: must be an option of the field',
        'fields.tags[4]: must be a string',
      ],
    ],
    [
      'a date alone',
      { starts_at: '2026-11-14' },
      ['fields.starts_at: must be a date and time with an offset, such as 2026-11-14T09:00:00Z'],
    ],
    [
      'invalid ids',
      { cover: '5', author: 0 },
      [
        'fields.cover: must be a media id (a positive integer)',
        'fields.author: must be a content id (a positive integer)',
      ],
    ],
    [
      'problems inside a repeat',
      { links: [{ label: 1, nope: 2 }, null] },
      [
        'fields.links[0].nope: no such field',
        'fields.links[0].label: must be a string',
        'fields.links[1]: must be an object',
      ],
    ],
    [
      'too many entries',
      { links: Array.from({ length: 1001 }, () => ({})) },
      ['fields.links: must have at most 1000 entries, has 1001'],
    ],
    [
      'problems inside a combination',
      {
        blocks: [
          { luid: 'seo', fields: {} },
          { luid: 'quote', fields: { by: 'x' }, more: 1 },
        ],
      },
      [
        'fields.blocks[0].luid: must be the LUID of a field set that the field allows',
        'fields.blocks[1].more: is not a known property; an entry has luid and fields',
        'fields.blocks[1].fields.by: must be a content id (a positive integer)',
      ],
    ],
    ['a field set that is not an object', { seo: [] }, ['fields.seo: must be an object']],
    ['problems inside a field set', { seo: { x: 1 } }, ['fields.seo.x: no such field']],
  ]
  for (const [name, input, problems] of refusals) {
    test(`rejects ${name}`, () => assert.deepEqual(write(input).problems, problems))
  }

  test('rejects multi-select values from a source that may not write them', () => {
    const message =
      'fields.tags: cannot be written; enable the extended writes setting of the space'
    for (const tags of [['sea'], [], null]) {
      assert.deepEqual(write({ tags }, { allowsMultiselect: false }).problems, [message])
    }
    assert.deepEqual(write({}, { allowsMultiselect: false }).problems, [])
  })

  test('collects the items and media that values refer to', () => {
    const needs: unknown[] = []
    write(everything, {
      needsContent: (...need) => needs.push(need),
      needsMedia: (...need) => needs.push(need),
    })
    assert.deepEqual(needs, [
      [5, 'fields.cover'],
      [7, [21], 'fields.author'],
      [9, null, 'fields.links[0].to'],
      [7, [21], 'fields.blocks[0].fields.by'],
    ])
  })

  test('rejects non-translatable fields in a sub-language, except inside a repeat', () => {
    const input = { slug: 'x', links: [{ label: 'A' }], seo: { meta_title: 'M', robots: 'x' } }
    assert.deepEqual(write(input, { isTranslation: true }).problems, [
      'fields.slug: is shared by all languages: write it in the main language',
      'fields.seo.robots: is shared by all languages: write it in the main language',
    ])
  })

  test('sets initial values of omitted fields, at every level', () => {
    const input = { kind: null, blocks: [{ luid: 'quote', fields: { words: 'w' } }] }
    assert.deepEqual(write(input, { fillsInitial: true }).stored, {
      205: true,
      212: [{ set: 12, values: { 311: 'w', 313: 'calm' } }],
      213: { 303: 'all' },
    })
    assert.deepEqual(write({ seo: null }, { fillsInitial: true }).stored, {
      205: true,
      206: 'news',
    })
    assert.deepEqual(
      write({ seo: { robots: null } }, { fillsInitial: true }).stored[213],
      undefined,
    )
    assert.deepEqual(initialValues(fields, schema), { 205: true, 206: 'news', 213: { 303: 'all' } })
  })

  test('sets only translatable initial values in a sub-language', () => {
    const { stored } = write({}, { fillsInitial: true, isTranslation: true })
    assert.deepEqual(stored, { 205: true, 206: 'news' })
  })
})

describe('patchValues', () => {
  const before = { 201: 'Sea', 203: 'lead', 211: [{ 321: 'A' }], 213: { 301: 'Meta', 303: 'x' } }

  test('changes only the given fields, also inside field sets', () => {
    const input = { lead: null, links: [{ external: true }], seo: { meta_title: null } }
    assert.deepEqual(patch(before, input), {
      stored: { 201: 'Sea', 211: [{ 322: true }], 213: { 303: 'x' } },
      problems: [],
    })
    assert.equal(before[203], 'lead')
  })

  test('clears a field set with null, or when its last value is cleared', () => {
    assert.equal(patch(before, { seo: null }).stored[213], undefined)
    assert.equal(patch(before, { seo: { meta_title: '', robots: '' } }).stored[213], undefined)
  })

  test('reports problems', () => {
    assert.deepEqual(patch(before, { seo: 5, title: 1 }).problems, [
      'fields.seo: must be an object',
      'fields.title: must be a string',
    ])
    assert.deepEqual(patch(before, 'x').problems, ['fields: must be an object'])
  })
})

describe('checkPublishable', () => {
  test('requires required fields at every level', () => {
    assert.deepEqual(publishProblems({ 211: [{ 322: true }], 212: [{ set: 12, values: {} }] }), [
      'fields.title: is required',
      'fields.links[0].label: is required',
      'fields.blocks[0].fields.words: is required',
      'fields.seo.meta_title: is required',
    ])
  })

  test('counts code points and matches patterns', () => {
    const values = { 201: 'T', 202: 'No', 203: '😀'.repeat(11), 213: { 301: '😀'.repeat(5) } }
    const body = { portable_html: '<p>12345678901</p>', text: '12345678901', markdown: '' }
    assert.deepEqual(publishProblems({ ...values, 204: body }), [
      'fields.slug: must match the pattern ^[a-z0-9-]+$',
      'fields.lead: must be at most 10 characters, has 11',
      'fields.body: must be at most 10 characters, has 11',
    ])
  })

  test('accepts an empty boolean as a value', () => {
    const required = fields.map((field) => ({ ...field, required: field.type === 'boolean' }))
    assert.deepEqual(publishProblems({ 213: { 301: 'M' } }, { of: required }), [])
  })

  test('ignores non-translatable fields in a sub-language', () => {
    const required = fields.map((field) => ({ ...field, required: true }))
    const values = { 201: '海', 211: [{}], 212: [{ set: 12, values: { 311: 'w' } }] }
    const problems = publishProblems(values, { isTranslation: true, of: required })
    assert.ok(!problems.includes('fields.slug: is required'))
    assert.ok(problems.includes('fields.links[0].label: is required'))
    assert.ok(problems.includes('fields.seo.meta_title: is required'))
  })
})

describe('renderValues', () => {
  test('renders every empty field as its type requires', () => {
    const rendered = renderValues({}, fields, schema)
    assert.deepEqual(
      rendered.map(([luid, value]) => [
        luid,
        typeof value === 'object' ? value : (JSON.parse(value) as unknown),
      ]),
      [
        ['title', null],
        ['slug', null],
        ['lead', null],
        ['body', null],
        ['featured', false],
        ['kind', null],
        ['tags', []],
        ['starts_at', null],
        ['cover', null],
        ['author', null],
        ['links', { kind: 'array', items: [], selectable: true, text: '[]' }],
        ['blocks', { kind: 'array', items: [], selectable: false, text: '[]' }],
        [
          'seo',
          {
            kind: 'object',
            entries: [
              ['meta_title', 'null'],
              ['no_index', 'false'],
              ['robots', 'null'],
            ],
            text: '{"meta_title":null,"no_index":false,"robots":null}',
          },
        ],
      ],
    )
  })

  test('renders placeholders, and JSON text next to them', () => {
    const rendered = new Map(renderValues(write(everything).stored, fields, schema))
    assert.equal(rendered.get('starts_at'), '"2026-11-14T00:00:00.000Z"')
    assert.deepEqual(rendered.get('cover'), { kind: 'media', id: 5 })
    assert.deepEqual(rendered.get('links'), {
      kind: 'array',
      selectable: true,
      items: [
        {
          kind: 'object',
          entries: [
            ['label', '"A"'],
            ['external', 'false'],
            ['to', { kind: 'reference', id: 9 }],
          ],
        },
        {
          kind: 'object',
          entries: [
            ['label', 'null'],
            ['external', 'true'],
            ['to', 'null'],
          ],
          text: '{"label":null,"external":true,"to":null}',
        },
      ],
    })
  })

  test('drops combination entries whose field set no longer exists', () => {
    const less: RootDefinition = { ...sampleRoot, fieldSets: sampleRoot.fieldSets.slice(0, 1) }
    const values = { 212: [{ set: 12, values: { 311: 'x' } }] }
    const rendered = new Map(renderValues(values, fields, indexSchema(less)))
    assert.deepEqual(rendered.get('blocks'), {
      kind: 'array',
      items: [],
      selectable: false,
      text: '[]',
    })
  })
})

describe('exportValues', () => {
  test('exports empty fields with an initial value as null', () => {
    assert.deepEqual(exportValues({ 201: 'T', 213: { 301: 'M' } }, fields, schema), {
      title: 'T',
      featured: null,
      kind: null,
      seo: { meta_title: 'M', robots: null },
    })
    assert.deepEqual(exportValues({ 213: { 301: 'M' } }, fields, schema, true), {
      featured: null,
      kind: null,
      seo: { meta_title: 'M' },
    })
  })

  test('exports values that can be written unchanged, in main and sub-languages', () => {
    const cases = worldArbitrary.chain((world) => {
      const model = world.schema.root.models[0]?.fields ?? []
      const values = storedValuesArbitrary(model, world)
      return fc.tuple(fc.constant(world), fc.constant(model), values, fc.boolean())
    })
    fc.assert(
      fc.property(cases, ([world, model, values, isTranslation]) => {
        const stored = isTranslation ? translateValues(values, {}, model, world.schema) : values
        const exported = exportValues(stored, model, world.schema, isTranslation)
        const writing = writingFor(world.schema, { fillsInitial: true, isTranslation })
        const back = writeValues(exported, model, 'fields', writing)
        assert.deepEqual(writing.problems, [])
        assert.deepEqual(back, stored)
      }),
      runs(50),
    )
  })
})

describe('indexKeysOf', () => {
  test('always has booleans, and enters field sets and repeats but no combinations', () => {
    const keys = indexKeysOf(write(everything).stored, fields, schema)
    assert.deepEqual(
      keys.map(({ fieldId, key }) => `${fieldId} ${key}`),
      [
        '201 Sea',
        '202 sea',
        '203 one\r\ntwo',
        '204 ',
        '205 false',
        '206 essay',
        '207 hills',
        '207 sea',
        '208 2026-11-14T00:00:00.000Z',
        '209 5',
        '210 7',
        '211 ',
        '212 ',
        '301 Meta',
        '302 false',
        '321 A',
        '322 false',
        '322 true',
        '323 9',
      ],
    )
  })

  test('has each key once', () => {
    const keys = indexKeysOf({ 211: [{ 321: 'A' }, { 321: 'A' }] }, fields, schema)
    assert.deepEqual(keys, [
      { fieldId: 205, key: 'false' },
      { fieldId: 211, key: '' },
      { fieldId: 302, key: 'false' },
      { fieldId: 321, key: 'A' },
      { fieldId: 322, key: 'false' },
    ])
  })
})

test('searchTextsOf folds all texts, and keeps those in combinations separate', () => {
  const values = {
    201: 'ＳＥＡ',
    204: { portable_html: '<p>Body</p>', text: 'Body', markdown: 'Body' },
    206: 'news',
    211: [{ 321: 'One' }, { 321: 'Two' }, { 321: 'ONE' }],
    212: [{ set: 12, values: { 311: 'Words', 313: 'Tone' } }],
    213: { 301: 'Meta' },
  }
  assert.deepEqual(searchTextsOf(values, fields, schema), [
    { fieldId: 201, text: 'sea' },
    { fieldId: 204, text: 'body' },
    { fieldId: 212, text: 'tone\u001fwords' },
    { fieldId: 301, text: 'meta' },
    { fieldId: 321, text: 'one\u001ftwo' },
  ])
})

test('translateValues takes non-translatable values from the main language', () => {
  const own = { 201: '海', 202: 'own', 211: [{ 321: '甲' }], 213: { 301: '題', 303: 'own' } }
  const main = { 201: 'Sea', 202: 'sea', 203: 'lead', 211: [{ 321: 'A' }], 213: { 303: 'all' } }
  assert.deepEqual(translateValues(own, main, fields, schema), {
    201: '海',
    202: 'sea',
    211: [{ 321: '甲' }],
    213: { 301: '題', 303: 'all' },
  })
  const shared = fields.map((field) => ({ ...field, translatable: false }))
  assert.deepEqual(translateValues(own, main, shared, schema), main)
})
