/** Every kind of invalid file with its exact messages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatProblem } from '@octavo/schema/errors.ts'
import { fieldTypeNames } from '@octavo/schema/field-types.ts'
import { checkFile, noExistingNames } from './check-file.ts'
import { typesWith } from './field-settings.ts'
import { readSource } from './read-source.ts'
import { placed } from './source.ts'

const allTypes = fieldTypeNames.join(', ')

function problemsOf(text: string): string[] {
  const source = readSource(text, 'schema.json')
  const more =
    source.value === undefined
      ? []
      : placed(checkFile(source.value, noExistingNames).problems, source)
  return [...source.problems, ...more].map(formatProblem)
}

/** A file with one model that has these fields, one per line from line 2 on. */
function withFields(...fields: string[]): string {
  return `{ "languages": ["en"], "models": [{ "luid": "a", "fields": [\n${fields.join(',\n')}\n] }] }`
}

it('lists the first hundred of very many problems', () => {
  const keys = Array.from({ length: 3_000 }, (_, at) => `"k${at}": 1`).join(',\n')
  const problems = problemsOf(`{ "languages": ["en"],\n${keys}\n}`)
  const more = 'there are more problems than these 100: fix these first'
  assert.deepEqual([problems.length, problems.at(-1)], [101, more])
  assert.ok(problems[0]?.startsWith('schema.json:2:1 k0: unknown key'))
  const twice = problemsOf(`{ "languages": ["en"],\n${'"k": 1,\n'.repeat(3_000)}"l": 1 }`)
  assert.ok(twice.length <= 103 && twice.includes(more), `${twice.length}`)
})

const wholeFiles: [title: string, text: string, problems: string[]][] = [
  ['an empty file', '', ['schema.json:1:1: is empty: a schema file has at least "languages"']],
  ['a list', '[]', ['schema.json:1:1: must be an object, is a list']],
  [
    'text that is neither JSON nor YAML',
    '{\n  "languages": ["en"\n}',
    [
      'schema.json:3:1: is neither JSON nor YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
      'schema.json:3:1: is neither JSON nor YAML: Flow map must end with a }',
    ],
  ],
  [
    'two documents',
    'languages: [en]\n---\nmodels: []',
    ['schema.json:2:1: has a second document: a schema file is one document'],
  ],
  [
    'a tag',
    'languages: !secret [en]',
    ['schema.json:1:12: is neither JSON nor YAML: Unresolved tag: !secret'],
  ],
  ['unclosed brackets', '['.repeat(50_000), ['schema.json:1:1: is nested too deeply']],
  [
    'no language',
    '{ "models": [] }',
    [
      'schema.json:1:1 languages: name at least one language, the main one first: "languages": ["en"]',
    ],
  ],
  [
    'an empty list of languages',
    '{ "languages": [] }',
    [
      'schema.json:1:3 languages: name at least one language, the main one first: "languages": ["en"]',
    ],
  ],
  [
    'bad language keys',
    'languages:\n  - english!\n  - en\n  - en\n  - 7\n',
    [
      'schema.json:2:5 languages[0]: "english!" is not a language key: write it like en, ja or zh-CN',
      'schema.json:4:5 languages[2]: the language "en" is already defined at languages[1]',
      'schema.json:5:5 languages[3]: must be text, is number 7',
    ],
  ],
  [
    'too many languages',
    JSON.stringify({
      languages: Array.from(
        { length: 51 },
        (_, at) => `a${String.fromCodePoint(97 + (at % 26))}${at < 26 ? '' : 'x'}`,
      ),
    }),
    ['schema.json:1:2 languages: has 51 languages; at most 50 are allowed'],
  ],
  [
    'unknown keys',
    '{\n  "languages": ["en"],\n  "model": [],\n  "colour": 1\n}',
    [
      'schema.json:3:3 model: unknown key: did you mean "models"?',
      'schema.json:4:3 colour: unknown key: known keys are name, languages, spaces, fieldSets, models, settings',
    ],
  ],
  [
    'a duplicate key',
    '{\n  "languages": ["en"],\n  "languages": ["ja"]\n}',
    ['schema.json:3:3 languages: is a duplicate key: keep one of them'],
  ],
  [
    'a duplicate key in YAML, and another problem',
    'languages: [en]\nmodels:\n  - luid: a\n    luid: B\n    fields: []\n',
    [
      'schema.json:4:5 models[0].luid: is a duplicate key: keep one of them',
      'schema.json:4:5 models[0].luid: "B" is not a LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters',
    ],
  ],
  [
    'a key that is not text',
    'languages: [en]\n? [a]\n: 1\n',
    ['schema.json:2:3: has a key that is not plain text'],
  ],
  [
    'values that are not lists',
    '{ "languages": "en",\n"models": {},\n"spaces": null }',
    [
      'schema.json:1:3 languages: must be a list, is text "en"',
      'schema.json:2:1 models: must be a list, is an object',
      'schema.json:3:1 spaces: must be a list, is nothing',
    ],
  ],
  [
    'spaces',
    '{ "languages": ["en"], "spaces": [\n{ "luid": "_parent" },\n{ "luid": "tokyo", "name": "" },\n{ "luid": "tokyo", "title": "x" },\n"osaka"] }',
    [
      'schema.json:2:3 spaces[0].luid: "_parent" is not a LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters',
      'schema.json:3:20 spaces[1].name: is empty: leave it out to use the LUID',
      'schema.json:4:3 spaces[2].luid: the space "tokyo" is already defined at spaces[1].luid',
      'schema.json:4:20 spaces[2].title: unknown key: known keys are luid, was, name',
      'schema.json:5:1 spaces[3]: must be an object, is text "osaka"',
    ],
  ],
  [
    'models and field sets with one LUID',
    'languages: [en]\nfieldSets:\n  - {luid: s, fields: []}\n  - {luid: s, fields: []}\nmodels:\n  - {luid: m, fields: []}\n  - {luid: m, fields: []}\n',
    [
      'schema.json:4:6 fieldSets[1].luid: the field set "s" is already defined at fieldSets[0].luid',
      'schema.json:7:6 models[1].luid: the model "m" is already defined at models[0].luid',
    ],
  ],
  [
    'a model without required keys',
    '{ "languages": ["en"], "models": [{}] }',
    [
      'schema.json:1:35 models[0].luid: is missing',
      'schema.json:1:35 models[0].fields: is missing: list the fields',
    ],
  ],
  [
    'names with invalid characters',
    '{ "languages": ["en"], "models": [\n{ "luid": "a", "fields": [], "name": "x\\u0000" },\n{ "luid": "b", "fields": [], "name": "\\ud800" },\n{ "luid": "c", "fields": [], "name": "a\\nb" }] }',
    [
      'schema.json:2:30 models[0].name: must not contain the NUL character',
      'schema.json:3:30 models[1].name: must be well-formed Unicode, has half a surrogate pair',
      'schema.json:4:30 models[2].name: must be on one line, without control characters',
    ],
  ],
  [
    'impossible renames',
    'languages: [en]\nmodels:\n  - {luid: a, was: b, fields: []}\n  - {luid: b, was: a, fields: []}\n  - {luid: c, was: c, fields: []}\n  - {luid: d, was: x, fields: []}\n  - {luid: e, was: x, fields: []}\n  - {luid: f, was: _g, fields: []}\n',
    [
      'schema.json:3:15 models[0].was: a and b cannot swap names in one step: rename one of them to a third name first',
      'schema.json:4:15 models[1].was: b and a cannot swap names in one step: rename one of them to a third name first',
      'schema.json:5:15 models[2].was: is the same as the LUID: leave it out',
      'schema.json:7:15 models[4].was: the rename of the model "x" is already defined at models[3].was',
      'schema.json:8:15 models[5].was: "_g" is not a LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters',
    ],
  ],
  [
    'field sets with disallowed fields',
    'languages: [en]\nfieldSets:\n  - luid: s\n    fields:\n      - {luid: s, type: fieldset}\n      - {luid: b, type: combination, fieldSets: [s]}\n      - {luid: c, type: text, unique: true}\n',
    [
      'schema.json:5:19 fieldSets[0].fields[0].type: a field set cannot contain a fieldset field: add it to the model',
      'schema.json:6:19 fieldSets[0].fields[1].type: a field set cannot contain a combination field: add it to the model',
      'schema.json:7:31 fieldSets[0].fields[2].unique: is only possible for fields directly in a model',
    ],
  ],
  [
    'titles',
    'languages: [en]\nmodels:\n  - {luid: a, title: nam, fields: [{luid: name, type: text}]}\n  - {luid: b, title: at, fields: [{luid: at, type: datetime}]}\n  - {luid: c, title: 1, fields: []}\n',
    [
      'schema.json:3:15 models[0].title: the model has no field "nam": did you mean "name"?',
      'schema.json:4:15 models[1].title: the field at is of type datetime: a title must be text or multiline',
      'schema.json:5:15 models[2].title: must be text, is number 1',
    ],
  ],
]

const fieldFiles: [title: string, fields: string[], problems: string[]][] = [
  [
    'a JSON default with a whole number that loses digits',
    [
      '{ "luid": "x", "type": "json", "default": {"a": [1.5, -9007199254740991, 9007199254740993]} }',
      '{ "luid": "y", "type": "json", "default": -9007199254740993 }',
      '{ "luid": "z", "type": "json", "default": {"id": "9007199254740993"} }',
    ],
    ['2', '3'].map(
      (line, at) =>
        `schema.json:${line}:32 models[0].fields[${at}].default: must have no whole number beyond 9007199254740991, which a default cannot hold exactly: write it as text`,
    ),
  ],
  [
    'a missing, a misspelt and an invalid type',
    ['{ "luid": "x" }', '{ "luid": "y", "type": "txt" }', '{ "luid": "z", "type": 4 }'],
    [
      `schema.json:2:1 models[0].fields[0].type: is missing: use one of ${allTypes}`,
      'schema.json:3:16 models[0].fields[1].type: text "txt" is not a field type: did you mean "text"?',
      `schema.json:4:16 models[0].fields[2].type: number 4 is not a field type: use one of ${allTypes}`,
    ],
  ],
  [
    'LUIDs',
    [
      '{ "luid": "Title", "type": "text" }',
      '{ "type": "text" }',
      '{ "luid": "x", "type": "text" }',
      '{ "luid": "x", "type": "media" }',
      `{ "luid": "${'a'.repeat(65)}", "type": "text" }`,
    ],
    [
      'schema.json:2:3 models[0].fields[0].luid: "Title" is not a LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters',
      'schema.json:3:1 models[0].fields[1].luid: is missing',
      'schema.json:5:3 models[0].fields[3].luid: the field "x" is already defined at models[0].fields[2].luid',
      `schema.json:6:3 models[0].fields[4].luid: "${'a'.repeat(60)}…" is not a LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters`,
    ],
  ],
  [
    'flags',
    ['{ "luid": "x", "type": "text", "required": "yes", "translatable": 0, "unique": null }'],
    [
      'schema.json:2:32 models[0].fields[0].required: must be true or false, is text "yes"',
      'schema.json:2:51 models[0].fields[0].translatable: must be true or false, is number 0',
      'schema.json:2:70 models[0].fields[0].unique: must be true or false, is nothing',
    ],
  ],
  [
    'settings of other types',
    [
      '{ "luid": "x", "type": "datetime", "maxLength": 3, "default": "now", "maxlenght": 1 }',
      '{ "luid": "y", "type": "text", "fields": [] }',
    ],
    [
      'schema.json:2:36 models[0].fields[0].maxLength: a datetime field has no "maxLength" setting: it applies to text, multiline, flexible',
      `schema.json:2:52 models[0].fields[0].default: a datetime field has no "default" setting: it applies to ${typesWith('default').join(', ')}`,
      'schema.json:2:70 models[0].fields[0].maxlenght: unknown key: known keys are luid, was, name, type, required, translatable, names, help, helps, warn, group, width, readOnly, showWhen, clearWhenHidden',
      'schema.json:3:32 models[0].fields[1].fields: a text field has no "fields" setting: it applies to repeat',
    ],
  ],
  [
    'maxLength',
    [
      '{ "luid": "x", "type": "text", "maxLength": 0 }',
      '{ "luid": "y", "type": "multiline", "maxLength": 1.5 }',
      '{ "luid": "z", "type": "flexible", "maxLength": "9" }',
    ],
    [
      'schema.json:2:32 models[0].fields[0].maxLength: must be a whole number of at least 1, is number 0',
      'schema.json:3:37 models[0].fields[1].maxLength: must be a whole number of at least 1, is number 1.5',
      'schema.json:4:36 models[0].fields[2].maxLength: must be a whole number of at least 1, is text "9"',
    ],
  ],
  [
    'patterns',
    [
      '{ "luid": "x", "type": "text", "pattern": "[a-" }',
      `{ "luid": "y", "type": "text", "pattern": "${'a'.repeat(501)}" }`,
    ],
    [
      'schema.json:2:32 models[0].fields[0].pattern: is not a regular expression: Unterminated character class',
      'schema.json:3:32 models[0].fields[1].pattern: is longer than 500 characters',
    ],
  ],
  [
    'options',
    [
      '{ "luid": "a", "type": "select" }',
      '{ "luid": "b", "type": "select", "options": [] }',
      '{ "luid": "c", "type": "multiselect", "options": ["x", "", 3, { "value": "x" }, { "label": "L" }, { "value": "y", "name": "Y" }] }',
      '{ "luid": "d", "type": "select", "options": "x" }',
    ],
    [
      'schema.json:2:1 models[0].fields[0].options: is missing: list the values to choose from',
      'schema.json:3:34 models[0].fields[1].options: is empty: list at least one value',
      'schema.json:4:56 models[0].fields[2].options[1]: is empty: an option must have a value',
      'schema.json:4:60 models[0].fields[2].options[2]: must be text or {"value", "label"}, is number 3',
      'schema.json:4:63 models[0].fields[2].options[3]: the option "x" is already defined at models[0].fields[2].options[0]',
      'schema.json:4:81 models[0].fields[2].options[4].value: is missing',
      'schema.json:4:115 models[0].fields[2].options[5].name: unknown key: known keys are value, label, labels',
      'schema.json:5:34 models[0].fields[3].options: must be a list, is text "x"',
    ],
  ],
  [
    'defaults',
    [
      '{ "luid": "a", "type": "text", "default": 3 }',
      '{ "luid": "b", "type": "text", "default": "two\\nlines" }',
      '{ "luid": "c", "type": "multiline", "default": "" }',
      '{ "luid": "d", "type": "boolean", "default": "true" }',
      '{ "luid": "e", "type": "select", "options": ["x", "y"], "default": "z" }',
      '{ "luid": "f", "type": "multiselect", "options": ["x", "y"], "default": ["x", "x", "z"] }',
      '{ "luid": "g", "type": "multiselect", "options": ["x"], "default": "x" }',
      '{ "luid": "h", "type": "location", "default": { "lat": 91, "lgn": 2 } }',
      '{ "luid": "i", "type": "location", "default": [1, 2] }',
      '{ "luid": "j", "type": "slug", "default": "Not a slug" }',
      '{ "luid": "k", "type": "references", "max": 2, "default": [1, 1, 0] }',
    ],
    [
      'schema.json:2:32 models[0].fields[0].default: must be text, is number 3',
      'schema.json:3:32 models[0].fields[1].default: must be on one line',
      'schema.json:4:37 models[0].fields[2].default: is empty: leave it out if the field has no default',
      'schema.json:5:35 models[0].fields[3].default: must be true or false, is text "true"',
      'schema.json:6:57 models[0].fields[4].default: must be one of the options "x", "y", is text "z"',
      'schema.json:7:79 models[0].fields[5].default[1]: the option "x" is already defined at models[0].fields[5].default[0]',
      'schema.json:7:84 models[0].fields[5].default[2]: must be one of the options "x", "y", is text "z"',
      'schema.json:8:57 models[0].fields[6].default: must be a list, is text "x"',
      'schema.json:9:36 models[0].fields[7].default.lng: must be a number from -180 to 180',
      'schema.json:9:49 models[0].fields[7].default.lat: must be a number from -90 to 90',
      'schema.json:9:60 models[0].fields[7].default.lgn: unknown key: known keys are lat, lng',
      'schema.json:10:36 models[0].fields[8].default: must be an object, is a list',
      'schema.json:11:32 models[0].fields[9].default: must be a slug: lower-case letters and digits, with single hyphens between them, at most 100 characters, such as untitled',
      'schema.json:12:48 models[0].fields[10].default: must have at most 2 entries, has 3',
      'schema.json:12:63 models[0].fields[10].default[1]: repeats item 1',
      'schema.json:12:66 models[0].fields[10].default[2]: must be a content id (a positive integer)',
    ],
  ],
  [
    'references',
    [
      '{ "luid": "x", "type": "reference", "models": ["b", "a", "a"] }',
      '{ "luid": "y", "type": "reference", "models": [] }',
      '{ "luid": "z", "type": "reference", "models": "a" }',
    ],
    [
      'schema.json:2:48 models[0].fields[0].models[0]: there is no model "b": did you mean "a"?',
      'schema.json:2:58 models[0].fields[0].models[2]: the model "a" is already defined at models[0].fields[0].models[1]',
      'schema.json:3:37 models[0].fields[1].models: is empty: name the allowed models, or leave it out to allow every model',
      'schema.json:4:37 models[0].fields[2].models: must be a list, is text "a"',
    ],
  ],
  [
    'lists of references',
    [
      '{ "luid": "x", "type": "references", "models": ["b"], "min": 0 }',
      '{ "luid": "y", "type": "references", "min": 3, "max": 2 }',
      '{ "luid": "z", "type": "references", "min": "1", "max": 1001 }',
    ],
    [
      'schema.json:2:49 models[0].fields[0].models[0]: there is no model "b": did you mean "a"?',
      'schema.json:2:55 models[0].fields[0].min: must be a whole number from 1 to 1000, is number 0',
      'schema.json:3:48 models[0].fields[1].max: must be at least the value of "min" (3), is 2',
      'schema.json:4:38 models[0].fields[2].min: must be a whole number from 1 to 1000, is text "1"',
      'schema.json:4:50 models[0].fields[2].max: must be a whole number from 1 to 1000, is number 1001',
    ],
  ],
  [
    'field sets and combinations',
    [
      '{ "luid": "seo", "type": "fieldset" }',
      '{ "luid": "seo", "type": "fieldset" }',
      '{ "luid": "x", "type": "combination" }',
      '{ "luid": "y", "type": "combination", "fieldSets": [] }',
      '{ "luid": "z", "type": "combination", "fieldSets": ["quote"] }',
    ],
    [
      'schema.json:2:3 models[0].fields[0].luid: there is no field set "seo"',
      'schema.json:3:3 models[0].fields[1].luid: the field "seo" is already defined at models[0].fields[0].luid',
      'schema.json:3:3 models[0].fields[1].luid: there is no field set "seo"',
      'schema.json:4:1 models[0].fields[2].fieldSets: is missing: name the allowed field sets',
      'schema.json:5:39 models[0].fields[3].fieldSets: is empty: name at least one field set',
      'schema.json:6:53 models[0].fields[4].fieldSets[0]: there is no field set "quote"',
    ],
  ],
  [
    'repeats',
    [
      '{ "luid": "r", "type": "repeat" }',
      '{ "luid": "s", "type": "repeat", "fields": [] }',
      '{ "luid": "t", "type": "repeat", "fields": [\n{ "luid": "a", "type": "repeat", "fields": [{ "luid": "i", "type": "text" }] },\n{ "luid": "b", "type": "text", "unique": true, "translatable": false }, { "luid": "b", "type": "text", "was": "b" }] }',
    ],
    [
      'schema.json:2:1 models[0].fields[0].fields: is missing: list the fields',
      'schema.json:3:34 models[0].fields[1].fields: is empty: a repeat must have at least one field',
      'schema.json:5:16 models[0].fields[2].fields[0].type: a repeat cannot contain a repeat field: it contains simple fields only',
      'schema.json:6:32 models[0].fields[2].fields[1].unique: is only possible for fields directly in a model',
      'schema.json:6:48 models[0].fields[2].fields[1].translatable: is not possible inside a repeat: set it on the repeat, which is translated as a whole',
      'schema.json:6:75 models[0].fields[2].fields[2].luid: the field "b" is already defined at models[0].fields[2].fields[1].luid',
      'schema.json:6:104 models[0].fields[2].fields[2].was: is the same as the LUID: leave it out',
    ],
  ],
]

describe('an invalid schema file', () => {
  for (const [title, text, problems] of wholeFiles) {
    it(`reports every problem: ${title}`, () => assert.deepEqual(problemsOf(text), problems))
  }
  for (const [title, fields, problems] of fieldFiles) {
    it(`reports every problem: ${title}`, () =>
      assert.deepEqual(problemsOf(withFields(...fields)), problems))
  }
})

describe('a schema file', () => {
  it('may be YAML with aliases', () => {
    const text =
      'languages: [en]\nmodels:\n  - luid: a\n    fields: &f [{luid: x, type: text}]\n  - {luid: b, fields: *f}\n'
    assert.deepEqual(problemsOf(text), [])
  })

  it('may not grow exponentially through aliases', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`,
    )
    const problems = problemsOf(`l0: &l0 [x]\n${levels.join('\n')}\nlanguages: *l9\n`)
    assert.match(problems[0] ?? '', /its aliases expand to too many values$/)
  })

  it('may not contain itself', () => {
    assert.match(problemsOf('languages: &a [*a]')[0] ?? '', /nested too deeply$/)
  })

  it('may have tabs, a byte order mark and CRLF line ends', () => {
    assert.deepEqual(problemsOf('\ufeff{\r\n\t"languages": [\r\n\t\t"en"\r\n\t]\r\n}'), [])
  })
})
