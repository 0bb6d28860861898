/**
 * Bodies that a user designs: JSON with placeholders such as `{{content.title}}` in its strings. A string that
 * is one placeholder becomes its value; in a longer string, the value is inserted as text.
 */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { maxTemplateLength } from '@octavo/schema/webhooks.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { parseExactJson, RoundedNumber } from '../fields/exact-json.ts'
import { systemNames } from '../query/system-properties.ts'
import { jsonFault } from '../scheduling/json-bounds.ts'

type Json = null | boolean | number | RoundedNumber | string | Json[] | { [key: string]: Json }

/** The event that fills a template. */
export interface TemplateEvent {
  readonly type: string
  readonly timestamp: string
  readonly sequence: number
  readonly actor: string
  readonly data: Json
}

/** With spaces around the path, which are removed afterwards: matching them separately takes cubic time. */
const placeholder = /\{\{([^{}]*)\}\}/g
const onlyPlaceholder = /^\{\{([^{}]*)\}\}$/
const maxPlaceholders = 200

export function filledTemplate(template: string, event: TemplateEvent): string {
  return JSON.stringify(filled(parseExactJson(template) as Json, placesOf(event)))
}

function filled(value: Json, places: Json): Json {
  if (typeof value === 'string') return filledText(value, places)
  if (Array.isArray(value)) return value.map((inner) => filled(inner, places))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, filled(inner, places)])
  return Object.fromEntries(entries) as Json
}

function isObject(value: Json): value is { [key: string]: Json } {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof RoundedNumber)
}

function filledText(text: string, places: Json): Json {
  const [, only] = onlyPlaceholder.exec(text) ?? []
  if (only !== undefined) return valueAt(places, only.trim())
  return text.replaceAll(placeholder, (_, path: string) => textOf(valueAt(places, path.trim())))
}

function textOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Null if there is nothing at the path. */
function valueAt(places: Json, path: string): Json {
  let value: Json = places
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as { [key: string]: Json })[name] ?? null
  }
  return value
}

/** `content` is the item after the change or, if it is no longer visible, before it. */
function placesOf(event: TemplateEvent): Json {
  const { type, timestamp, sequence, actor, data } = event
  const own = isObject(data) ? data : {}
  const content = own['item'] ?? own['previous'] ?? null
  return { ...own, type, timestamp, sequence, actor, data, content }
}

const names = [
  'type',
  'timestamp',
  'sequence',
  'actor',
  'data',
  'id',
  'model',
  'space',
  'lang',
  'tags',
  'release',
  'url',
  'models',
  'fieldSets',
  'languages',
  'items',
]
/** Places that hold an item. */
const itemNames = ['content', 'item', 'previous']

/** The problems of a template; `path` is its place in the request. */
export function templateProblems(template: string, schema: Schema, path: string): Problem[] {
  if (template.length > maxTemplateLength) {
    return [problemAt(path, say('tooLong', { max: maxTemplateLength, has: template.length }))]
  }
  const fault = jsonFault(Buffer.from(template))
  if (fault) return [problemAt(path, fault)]
  let parsed: Json
  try {
    parsed = JSON.parse(template) as Json
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return [problemAt(path, say('templateJson', { reason }))]
  }
  const texts = [...textsIn(parsed)]
  const paths = texts.flatMap((text) =>
    [...text.matchAll(placeholder)].map(([, at = '']) => at.trim()),
  )
  const problems = texts
    .filter((text) => /\{\{|\}\}/.test(text.replaceAll(placeholder, '')))
    .map((text) => problemAt(path, say('templateText', { text, example: '{{content.title}}' })))
  if (paths.length > maxPlaceholders) {
    const has = paths.length
    problems.push(problemAt(path, say('templatePlaceholders', { max: maxPlaceholders, has })))
  }
  const unknown = new Set(paths.filter((one) => !isKnown(one, schema)))
  return [
    ...problems,
    ...Array.from(unknown, (one) =>
      problemAt(path, say('templateName', { name: `{{${one}}}`, names: knownNames(one, schema) })),
    ),
  ]
}

function* textsIn(value: Json): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value) || isObject(value)) {
    for (const inner of Object.values(value)) yield* textsIn(inner)
  }
}

function isKnown(path: string, schema: Schema): boolean {
  const parts = path.split('.')
  const start = parts.findIndex((part) => part !== 'data')
  if (start === -1) return true
  const [first = '', ...rest] = parts.slice(start)
  if (!itemNames.includes(first)) return names.includes(first) && rest.length === 0
  return rest[0] === undefined || propertiesOf(schema).includes(rest[0])
}

function propertiesOf(schema: Schema): string[] {
  const luids = schema.root.models.flatMap(({ fields }) => fields.map(({ luid }) => luid))
  return [...systemNames, ...new Set(luids)]
}

/** The names that could have been meant, in one line. */
function knownNames(path: string, schema: Schema): string {
  const [first = ''] = path.split('.')
  if (!itemNames.includes(first)) {
    return [...names, ...itemNames.map((name) => `${name}.FIELD`)].join(', ')
  }
  return propertiesOf(schema)
    .map((name) => `${first}.${name}`)
    .join(', ')
}
