import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRootSettings, type RootDefinition } from '@octavo/schema/definitions.ts'
import { formatProblem } from '@octavo/schema/errors.ts'
import { allFields } from '@octavo/schema/schema.ts'
import { checkFile } from './check-file.ts'
import { countNewIds, existingNames, planChange, withRealIds, type Plan } from './plan.ts'
import { readSource } from './read-source.ts'
import { placed } from './source.ts'

const untouched: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [{ id: 2, key: 'en', bit: 0 }],
  spaces: [{ id: 3, luid: '_parent', name: 'Main' }],
  fieldSets: [],
  models: [],
  settings: defaultRootSettings,
}

const textOf = (sentences: readonly { message: string }[]): string[] =>
  sentences.map(({ message }) => message)

/** Plans a YAML file, with English as the language if it names none. */
function plan(current: RootDefinition, yaml: string, isPrune = false): Plan {
  const source = readSource(yaml.includes('languages') ? yaml : `languages: [en]\n${yaml}`, 'f')
  const { file, problems } = checkFile(source.value, existingNames(current, isPrune))
  assert.deepEqual(placed(problems, source).map(formatProblem), [])
  return planChange(current, file, isPrune)
}

let lastId = 100

/** The definition after a file is applied. */
function applied(current: RootDefinition, yaml: string, isPrune = false): RootDefinition {
  const { next, problems } = plan(current, yaml, isPrune)
  assert.deepEqual(problems, [])
  const ids = Array.from({ length: countNewIds(next) }, () => ++lastId)
  const root = { ...withRealIds(next, ids), version: current.version + 1 }
  assert.deepEqual(plan(root, yaml, isPrune).lines, [], 'a second run has nothing to do')
  return root
}

const article = `
models:
  - luid: article
    fields:
      - {luid: title, type: text}
      - {luid: slug, type: text, unique: true}
      - {luid: body, type: multiline}
`

interface Row {
  title: string
  from: string
  to: string
  prune?: true
  lines: string[]
}

const fields = (...list: string[]): string =>
  `models:\n  - luid: m\n    fields:\n${list.map((field) => `      - {luid: ${field}}\n`).join('')}`

const rows: Row[] = [
  {
    title: 'new definitions',
    from: '',
    to: `languages: [en, ja]\nspaces: [{luid: tokyo}]\nfieldSets: [{luid: seo, fields: [{luid: t, type: text}]}]${article}`,
    lines: [
      '+ language ja',
      '+ space tokyo',
      '+ field set seo (1 field)',
      '+ model article (3 fields)',
    ],
  },
  { title: 'omitted definitions, which stay', from: article, to: 'models: []', lines: [] },
  {
    title: 'omitted definitions, which prune removes',
    from: `languages: [en, ja]\nspaces: [{luid: tokyo}]\nfieldSets: [{luid: seo, fields: []}]${article}`,
    to: 'models: []',
    prune: true,
    lines: [
      '- language ja (prune)',
      '- space tokyo (prune)',
      '- field set seo (prune)',
      '- model article (prune)',
    ],
  },
  {
    title: 'an omitted field, which prune removes',
    from: fields('a, type: text', 'b, type: text'),
    to: fields('a, type: text'),
    prune: true,
    lines: ['- field m.b (prune)'],
  },
  {
    title: 'a new field between others',
    from: fields('a, type: text', 'b, type: text'),
    to: fields('a, type: text', 'c, type: boolean', 'b, type: text'),
    lines: ['+ field m.c (boolean)'],
  },
  {
    title: 'names',
    from: `spaces: [{luid: s}]${article}`,
    to: `spaces: [{luid: s, name: S}]${article.replace('luid: article', 'luid: article\n    name: Article')}`,
    lines: ['~ space s: name "s" → "S"', '~ model article: name "article" → "Article"'],
  },
  {
    title: 'renames',
    from: `spaces: [{luid: s}]\nfieldSets: [{luid: f, fields: []}]\n${fields('a, type: text', 'f, type: fieldset')}`,
    to: `spaces: [{luid: s2, was: s}]\nfieldSets: [{luid: f2, was: f, fields: []}]\n${fields('a2, was: a, type: text', 'f2, type: fieldset').replace('luid: m', 'luid: m2\n    was: m')}`,
    lines: [
      '→ rename space s → s2',
      '→ rename field set f → f2',
      '→ rename model m → m2',
      '→ rename field m2.a → a2',
      '→ rename field m2.f → f2',
    ],
  },
  {
    title: 'renames in a row',
    from: fields('a, type: text', 'b, type: multiline'),
    to: fields('b, was: a, type: text', 'c, was: b, type: multiline'),
    lines: ['→ rename field m.a → b', '→ rename field m.b → c'],
  },
  {
    title: 'a rename, and a new field with the old name',
    from: fields('a, type: text'),
    to: fields('b, was: a, type: text', 'a, type: media'),
    lines: ['→ rename field m.a → b', '+ field m.a (media)'],
  },
  {
    title: 'a rename inside a repeat',
    from: fields('r, type: repeat, fields: [{luid: a, type: text}]'),
    to: fields('r, type: repeat, fields: [{luid: b, was: a, type: text}]'),
    lines: ['→ rename field m.r.a → b'],
  },
  {
    title: 'settings',
    from: fields('a, type: text', 'b, type: select, options: [x]', 'c, type: reference'),
    to: fields(
      'a, name: A, type: text, required: true, maxLength: 70, pattern: "^a", default: abc, unique: true, translatable: false',
      'b, type: select, options: [{value: x, label: X}, y], default: y',
      'c, type: reference, models: [m]',
    ),
    lines: [
      '~ field m.a: name "a" → "A"',
      '~ field m.a: required no → yes (applies from the next publication)',
      '~ field m.a: translatable yes → no',
      '~ field m.a: unique no → yes',
      '~ field m.a: maxLength none → 70 (applies from the next publication)',
      '~ field m.a: pattern none → "^a" (applies from the next publication)',
      '~ field m.a: default none → "abc"',
      '~ field m.b: options x → x (X), y',
      '~ field m.b: default none → "y"',
      '~ field m.c: models any → m',
    ],
  },
  {
    title: 'groups, with a field of another group that the file leaves out',
    from: fields('a, type: text', 'b, type: text, group: Old'),
    to: fields('a, type: text').replace('luid: m', 'luid: m\n    groups: [{luid: g}]'),
    lines: ['~ field m.b: group "Old" → none', '~ model m: groups none → {"luid":"g","name":"g"}'],
  },
  {
    title: 'the type',
    from: fields('a, type: text, maxLength: 5'),
    to: fields('a, type: flexible, maxLength: 5'),
    lines: ['~ field m.a: type text → flexible', '~ model m: title a → none'],
  },
  {
    title: 'the title',
    from: fields('a, type: text', 'b, type: multiline'),
    to: fields('a, type: text', 'b, type: multiline').replace('luid: m', 'luid: m\n    title: b'),
    lines: ['~ model m: title a → b'],
  },
  {
    title: 'a title that the file does not repeat',
    from: fields('a, type: text', 'b, type: multiline'),
    to: fields('a, type: text').replace('luid: m', 'luid: m\n    title: b'),
    lines: ['~ model m: title a → b'],
  },
  {
    title: 'order',
    from: fields('a, type: text', 'b, type: media'),
    to: fields('b, type: media', 'a, type: text'),
    lines: ['~ order of fields in m: b, a'],
  },
  {
    title: 'omitted fields, which come last',
    from: fields('a, type: text', 'b, type: media'),
    to: fields('b, type: media'),
    lines: ['~ order of fields in m: b, a'],
  },
  {
    title: 'languages in another order',
    from: 'languages: [en, ja, fr]',
    to: 'languages: [en, fr, ja]',
    lines: ['~ order of languages: en, fr, ja'],
  },
  {
    title: 'the main language',
    from: `languages: [en, ja]${article}`,
    to: `languages: [ja, en]${article}`,
    lines: ['~ order of languages: ja, en', '~ main language en → ja'],
  },
  {
    title: 'the default language of a new root space',
    from: '',
    to: 'languages: [ja]',
    lines: ['+ language ja', '- language en', '~ main language en → ja'],
  },
  {
    title: 'an existing field set that a model uses',
    from: 'fieldSets: [{luid: seo, fields: []}]',
    to: fields('seo, type: fieldset', 'c, type: combination, fieldSets: [seo]'),
    lines: ['+ model m (2 fields)'],
  },
]

describe('a plan', () => {
  for (const { title, from, to, prune, lines } of rows) {
    it(`describes ${title}`, () => {
      const before = from === '' ? untouched : applied(untouched, from)
      assert.deepEqual(textOf(plan(before, to, prune).lines), lines)
      applied(before, to, prune)
    })
  }

  it('keeps ids through renames, and gives new ids to recreated definitions', () => {
    const first = applied(untouched, article)
    const [model] = first.models
    const renamed = applied(
      first,
      article
        .replace('luid: body', 'luid: text, was: body')
        .replace('luid: article', 'luid: story\n    was: article'),
    )
    assert.equal(renamed.models[0]?.id, model?.id)
    assert.deepEqual(
      allFields(renamed).map(({ id }) => id),
      allFields(first).map(({ id }) => id),
    )
    const empty = applied(renamed, 'models: []', true)
    const again = applied(empty, article)
    const ids = new Set(allFields(first).map(({ id }) => id))
    assert.ok(allFields(again).every(({ id }) => !ids.has(id)))
    assert.notEqual(again.models[0]?.id, model?.id)
  })

  it('gives a new language the first free bit and keeps the others', () => {
    const three = applied(untouched, 'languages: [en, ja, fr]')
    const pruned = applied(three, 'languages: [en, fr]', true)
    const next = applied(pruned, 'languages: [en, de, fr]')
    assert.deepEqual(
      next.languages.map(({ key, bit }) => [key, bit]),
      [
        ['en', 0],
        ['de', 1],
        ['fr', 2],
      ],
    )
  })

  it('renames the field of a renamed field set in a model that the file omits', () => {
    const before = applied(
      untouched,
      `fieldSets: [{luid: f, fields: []}]\n${fields('f, type: fieldset')}`,
    )
    const after = applied(before, 'fieldSets: [{luid: g, was: f, fields: []}]')
    assert.deepEqual(
      after.models[0]?.fields.map(({ luid, name }) => [luid, name]),
      [['g', 'g']],
    )
  })

  it('lets a field give its name to a renamed field set', () => {
    const before = applied(
      untouched,
      `fieldSets: [{luid: f, fields: []}]\n${fields('f, type: fieldset', 'g, type: text')}`,
    )
    const to = `fieldSets: [{luid: g, was: f, fields: []}]\n${fields('g, type: fieldset', 'g2, was: g, type: text')}`
    assert.deepEqual(textOf(plan(before, to).lines), [
      '→ rename field set f → g',
      '→ rename field m.f → g',
      '→ rename field m.g → g2',
    ])
    applied(before, to)
  })

  it('rejects a rename to a taken LUID', () => {
    const before = applied(untouched, fields('a, type: text', 'b, type: text'))
    const torn = plan(before, fields('b, was: a, type: text')).problems
    assert.deepEqual(torn.map(formatProblem), [
      'models[0].fields[0].was: field a cannot become b: there is already a field b. Remove one of the two first, or leave "was" out to keep both',
    ])
    const set = applied(
      untouched,
      `fieldSets: [{luid: f, fields: []}]\n${fields('f, type: fieldset', 'g, type: text')}`,
    )
    assert.deepEqual(plan(set, 'fieldSets: [{luid: g, was: f, fields: []}]').problems, [
      {
        path: 'fieldSets',
        message:
          'a field set is renamed to g, but another field already has this LUID; rename that field',
      },
    ])
  })

  it('rejects more languages than there are bits', () => {
    const keys = Array.from(
      { length: 50 },
      (_, at) => `a${String.fromCodePoint(97 + (at % 26))}${at < 26 ? '' : 'x'}`,
    )
    const before = applied(untouched, `languages: [${keys.join()}]`)
    assert.equal(
      plan(before, 'languages: [aa, zz]').problems[0]?.message,
      'there would be 51 languages, including the existing ones; at most 50 are allowed',
    )
    assert.deepEqual(plan(before, 'languages: [aa, zz]', true).problems, [])
  })

  it('replaces temporary ids in all settings, and no numbers of values', () => {
    const { models } = applied(
      untouched,
      `models:
  - luid: page
    picture: cover
    columns: [title]
    order: [-title]
    fields:
      - {luid: title, type: text}
      - {luid: slug, type: slug, from: title}
      - {luid: cover, type: media, showWhen: {title: {exists: true}}}
      - {luid: data, type: json, default: {id: -1, from: -2, models: [-3]}}
`,
    )
    const [title, slug, cover, data] = models[0]?.fields ?? []
    assert.ok(title && slug?.type === 'slug' && cover && data?.type === 'json')
    assert.ok(title.id > 0)
    assert.equal(slug.from, title.id)
    assert.deepEqual(cover.showWhen, [{ path: [title.id], operator: 'exists', value: true }])
    assert.deepEqual(models[0]?.columns, [[title.id]])
    assert.deepEqual(models[0]?.order, [{ by: [title.id], isDescending: true }])
    assert.equal(models[0]?.pictureFieldId, cover.id)
    assert.equal(JSON.stringify(data.default), '{"id":-1,"from":-2,"models":[-3]}')
  })
})
