/** Checks that the files of the demo are consistent. Other tests load them into a server. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isColor, isEmail, isUrl } from '@octavo/schema/formats.ts'
import { fieldTypeNames } from '@octavo/schema/field-types.ts'
import { isSlug } from '@octavo/schema/slugs.ts'
import { isDate } from '@octavo/schema/times.ts'

interface Field {
  luid: string
  type: string
  name: string
  names?: Record<string, string>
  required?: boolean
  unique?: boolean
  translatable?: boolean
  maxLength?: number
  pattern?: string
  default?: unknown
  options?: { value: string; label: string; labels?: Record<string, string> }[]
  help?: string
  helps?: Record<string, string>
  from?: string
  max?: number
  models?: string[]
  fieldSets?: string[]
  fields?: Field[]
}

interface Group {
  luid: string
  names?: Record<string, string>
  title?: string
  fields: Field[]
}

interface SchemaFile {
  languages: string[]
  spaces: { luid: string }[]
  fieldSets: Group[]
  models: Group[]
}

type Values = Record<string, unknown>

interface LanguageData {
  fields?: Values
  'fields[ja]'?: Values
}

interface Item extends LanguageData {
  model: string
  space?: string
  id: number
  published: boolean
  archived?: boolean
  created_at: string
  fields: Values
  draft?: LanguageData
  times: Record<string, Record<string, string>>
}

interface Media {
  id: number
  filename: string
  space?: string
  alt: Record<string, string>
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const schema = JSON.parse(read('schema.json')) as SchemaFile
const media = JSON.parse(read('media.json')) as Media[]
const items = read('content.ndjson')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Item)

const itemById = new Map(items.map((item) => [item.id, item]))
const mediaIds = new Set(media.map((one) => one.id))
const modelByLuid = new Map(schema.models.map((model) => [model.luid, model]))
const setByLuid = new Map(schema.fieldSets.map((set) => [set.luid, set]))

/** Every set of values, with its path, the fields of its model, its language and its stage. */
const entries = items.flatMap((item) =>
  [item, item.draft ?? {}].flatMap((data, stage) =>
    (['fields', 'fields[ja]'] as const).flatMap((key) => {
      const values = data[key]
      if (!values) return []
      const isPublished = item.published && stage === 0
      const place = `item ${item.id}${stage ? ' draft' : ''} ${key}`
      return [{ item, place, values, isMain: key === 'fields', isPublished }]
    }),
  ),
)

interface Visited {
  field: Field
  value: unknown
  path: string
}

/** Every field of a group with its value, including those in repeats, combinations and field sets. */
function visit(fields: readonly Field[], values: Values, path: string): Visited[] {
  const luids = new Set(fields.map((field) => field.luid))
  for (const luid of Object.keys(values)) assert.ok(luids.has(luid), `${path}.${luid} is unknown`)
  return fields.flatMap((field) => {
    const value = values[field.luid]
    const here = `${path}.${field.luid}`
    return [{ field, value, path: here }, ...visitInner(field, value, here)]
  })
}

function visitInner(field: Field, value: unknown, path: string): Visited[] {
  if (value === undefined) return []
  if (field.type === 'repeat') {
    return (value as Values[]).flatMap((row, n) => visit(field.fields ?? [], row, `${path}[${n}]`))
  }
  if (field.type === 'fieldset') {
    return visit(setByLuid.get(field.luid)?.fields ?? [], value as Values, path)
  }
  if (field.type !== 'combination') return []
  return (value as { luid: string; fields: Values }[]).flatMap((block, n) => {
    assert.ok(field.fieldSets?.includes(block.luid), `${path}[${n}] is a ${block.luid}`)
    return visit(setByLuid.get(block.luid)?.fields ?? [], block.fields, `${path}[${n}]`)
  })
}

const visited = entries.flatMap((entry) => {
  const fields = modelByLuid.get(entry.item.model)?.fields
  assert.ok(fields, `${entry.place}: no model ${entry.item.model}`)
  return visit(fields, entry.values, entry.place).map((one) => ({ ...one, ...entry, at: one.path }))
})

const filled = visited.filter(({ value }) => !isEmpty(value))

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isEmptyArray(value)
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, ' ')
}

test('the demo has the expected number of items', () => {
  assert.ok(items.length >= 60 && items.length <= 70, `${items.length} items`)
  assert.ok(schema.models.length >= 3)
  assert.ok(schema.fieldSets.length >= 2)
  assert.ok(schema.models.every((model) => items.some((item) => item.model === model.luid)))
  assert.ok(items.filter((item) => item.space === 'tokyo').length >= 10)
  assert.ok(items.filter((item) => !item.published).length >= 3, 'draft only')
  assert.ok(items.filter((item) => item.published && item.draft?.fields).length >= 3, 'both')
  assert.equal(items.filter((item) => item.archived).length, 1)
})

test('every field type is in use', () => {
  const used = new Set(filled.map(({ field }) => field.type))
  assert.deepEqual([...used].toSorted(), fieldTypeNames.toSorted())
})

test('models, fields and options have Japanese names', () => {
  const groups = [...schema.models, ...schema.fieldSets]
  const fields = groups.flatMap((group) => group.fields.flatMap(withInner))
  for (const { luid, names } of [...groups, ...fields]) assert.ok(names?.['ja'], luid)
  for (const { luid, help, helps, options = [] } of fields) {
    assert.equal(help === undefined, helps?.['ja'] === undefined, luid)
    for (const { value, labels } of options) assert.ok(labels?.['ja'], `${luid}: ${value}`)
  }
})

function withInner(field: Field): Field[] {
  return [field, ...(field.fields ?? [])]
}

test('names are LUIDs, and unique within their owner', () => {
  const groups = [...schema.models, ...schema.fieldSets]
  const inner = groups.flatMap((group) => group.fields.flatMap((field) => field.fields ?? []))
  const fields = [...groups.flatMap((group) => group.fields), ...inner]
  for (const { luid } of [...groups, ...fields, ...schema.spaces]) {
    assert.match(luid, /^[a-z0-9][a-z0-9_]{0,63}$/)
  }
  for (const { luid, fields: own } of groups) {
    assert.equal(new Set(own.map((field) => field.luid)).size, own.length, luid)
  }
  assert.equal(modelByLuid.size, schema.models.length)
  assert.equal(setByLuid.size, schema.fieldSets.length)
  for (const model of schema.models) {
    const title = model.fields.find((field) => field.luid === model.title)
    assert.equal(title?.type, 'text', `title of ${model.luid}`)
  }
})

test('field sets and models of fields exist', () => {
  for (const { luid, type, models, fieldSets } of schema.models.flatMap((model) => model.fields)) {
    assert.ok(type !== 'fieldset' || setByLuid.has(luid), luid)
    assert.ok(
      (models ?? []).every((name) => modelByLuid.has(name)),
      luid,
    )
    assert.ok(
      (fieldSets ?? []).every((name) => setByLuid.has(name)),
      luid,
    )
  }
})

test('ids run from 1 without gaps', () => {
  assert.deepEqual(
    items.map((item) => item.id),
    items.map((_, index) => index + 1),
  )
  assert.deepEqual(
    media.map((one) => one.id),
    media.map((_, index) => index + 1),
  )
})

test('spaces of items exist', () => {
  const spaces = schema.spaces.map((space) => space.luid)
  for (const { id, space } of [...items, ...media]) {
    assert.ok(!space || spaces.includes(space), `${id} is in ${space}`)
  }
})

test('references and media point to allowed targets', () => {
  for (const { field, value, at } of filled) {
    if (field.type === 'media') assert.ok(mediaIds.has(value as number), at)
    if (!field.type.startsWith('reference')) continue
    for (const id of [value].flat()) {
      const target = itemById.get(id as number)
      assert.ok(target && !target.archived, `${at} refers to ${String(id)}`)
      assert.ok(!field.models || field.models.includes(target.model), at)
    }
  }
})

test('two articles refer to each other', () => {
  const next = (id: unknown) => itemById.get(id as number)?.fields['read_next']
  assert.ok(items.some(({ id }) => next(id) !== undefined && next(next(id)) === id))
})

test('every picture is used, and every media file exists', () => {
  const files = readdirSync(join(import.meta.dirname, 'pictures'))
  assert.deepEqual(files.toSorted(), media.map((one) => one.filename).toSorted())
  const used = new Set(
    filled.filter(({ field }) => field.type === 'media').map(({ value }) => value),
  )
  assert.deepEqual(
    [...mediaIds].filter((id) => !used.has(id)),
    [],
  )
  for (const { filename, alt } of media) {
    assert.ok(
      schema.languages.every((language) => alt[language]),
      filename,
    )
  }
  const sizes = files.map((file) => statSync(join(import.meta.dirname, 'pictures', file)).size)
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 1.5 * 2 ** 20)
})

test('values have the shape of their type', () => {
  const shapes: Record<string, (value: unknown) => boolean> = {
    text: (value) => typeof value === 'string' && !/[\r\n]/.test(value),
    multiline: (value) => typeof value === 'string',
    flexible: (value) => typeof value === 'string' && value.startsWith('<'),
    boolean: (value) => typeof value === 'boolean',
    datetime: (value) => isTime(value),
    date: (value) => isDate(String(value)),
    slug: (value) => isSlug(String(value)),
    url: (value) => isUrl(String(value)),
    email: (value) => isEmail(String(value)),
    color: (value) => isColor(String(value)),
    number: Number.isFinite,
  }
  for (const { field, value, at } of filled) {
    const hasShape = shapes[field.type]
    assert.ok(!hasShape || hasShape(value), at)
  }
})

test('values of selects are options of their field', () => {
  for (const { field, value, at } of filled) {
    if (!field.options) continue
    const options = field.options.map((option) => option.value)
    for (const one of Array.isArray(value) ? value : [value]) {
      assert.ok(options.includes(one as string), `${at}: ${String(one)}`)
    }
  }
})

test('published data is complete', () => {
  for (const { field, value, at, isPublished, isMain } of visited) {
    if (!isPublished || !field.required) continue
    const isElsewhere = !isMain && field.translatable === false
    assert.ok(isElsewhere || !isEmpty(value), `${at} is required`)
  }
})

test('unique fields are unique', () => {
  const unique = filled.filter(
    ({ field, isMain }) => (field.unique || field.type === 'slug') && isMain,
  )
  const holders = new Map<string, number>()
  for (const { field, value, item, at } of unique) {
    const key = `${item.model}.${field.luid}=${String(value)}`
    assert.ok((holders.get(key) ?? item.id) === item.id, `${at}: ${key} is taken`)
    holders.set(key, item.id)
  }
  assert.ok(holders.size > 0)
})

test('values respect maximum lengths and patterns', () => {
  for (const { field, value, at } of filled) {
    const text = String(value)
    assert.ok(!field.maxLength || [...text].length <= field.maxLength, `${at} is too long`)
    assert.ok(!field.pattern || new RegExp(field.pattern, 'u').test(text), `${at}: ${text}`)
  }
})

test('fields that are not translatable have values only in the main language', () => {
  for (const { field, value, at, isMain } of visited) {
    assert.ok(isMain || field.translatable !== false || value === undefined, at)
  }
})

test('most items are in Japanese too, some are not, some only as a draft', () => {
  const published = items.filter((item) => item.published)
  const inJapanese = published.filter((item) => item['fields[ja]'])
  const onlyDraft = published.filter((item) => !item['fields[ja]'] && item.draft?.['fields[ja]'])
  assert.ok(inJapanese.length > published.length * 0.75)
  assert.ok(onlyDraft.length >= 2)
  assert.ok(published.length - inJapanese.length - onlyDraft.length >= 4, 'English only')
  for (const { values, isMain, place, item } of entries) {
    const title = values[modelByLuid.get(item.model)?.title ?? '']
    const isJapanese = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(String(title))
    assert.equal(isJapanese, !isMain, place)
  }
})

test('the texts use many elements of flexible text', () => {
  const all = filled
    .filter(({ field }) => field.type === 'flexible')
    .map(({ value }) => value)
    .join('')
  for (const tag of ['h2', 'ul', 'ol', 'table', 'blockquote', 'pre', 'code', 'a', 'em', 'strong']) {
    assert.match(all, new RegExp(`<${tag}[ >]`), tag)
  }
  assert.match(all, /data-service-ftelm="callout"/)
  assert.doesNotMatch(all, /lorem ipsum/i)
})

test('published articles have a realistic length', () => {
  const bodies = filled.filter(
    ({ item, field, isMain, isPublished }) =>
      item.model === 'article' && field.luid === 'body' && isMain && isPublished && !item.archived,
  )
  for (const { value, at } of bodies) {
    const words = textOf(String(value)).split(/\s+/).filter(Boolean).length
    assert.ok(words >= 150 && words <= 500, `${at}: ${words} words`)
  }
})

test('times are in order and not in the future', () => {
  const latest = '2026-11-15T00:00:00.000Z'
  for (const { id, created_at, times } of items) {
    for (const [language, given] of Object.entries(times)) {
      const order = ['published_at', 'last_published_at', 'draft_updated_at']
      const sequence = [created_at, ...order.flatMap((name) => given[name] ?? []), latest]
      assert.ok(Object.values(given).concat(created_at).every(isTime), `item ${id}`)
      assert.deepEqual(sequence, sequence.toSorted(), `item ${id} ${language}`)
    }
  }
})

test('times match the stages of the data', () => {
  for (const item of items) {
    for (const [language, key] of [
      ['en', 'fields'],
      ['ja', 'fields[ja]'],
    ] as const) {
      const given = item.times[language] ?? {}
      const isPublished = item.published && item[key] !== undefined
      const hasDraft = item.published ? item.draft?.[key] !== undefined : item[key] !== undefined
      assert.equal('published_at' in given, isPublished, `item ${item.id} ${language}`)
      assert.equal('draft_updated_at' in given, hasDraft, `item ${item.id} ${language}`)
    }
  }
})

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}
