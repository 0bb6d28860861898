/**
 * Checks a JSON Schema in the settings of a field: it may use the keywords below. Others are rejected,
 * because ignoring them would accept values that the author of the schema wants to exclude.
 */
import type { JsonSchemaValue } from '../fields/json-schema/run.ts'
import { definition } from '../fields/json-schema/applicators.ts'
import { jsonFault } from '../fields/json-value.ts'
import { isObject } from '../fields/stored-shapes.ts'
import { nearest } from '@octavo/schema/nearest.ts'
import { patternFault } from './pattern.ts'
import { nameOf, type Part } from './reading.ts'

const maxLength = 20_000
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

type CheckKeyword = (part: Part, root: JsonSchemaValue) => void

/** Keywords that describe a schema and restrict nothing. */
const annotations = [
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
]

const keywords: { readonly [keyword: string]: CheckKeyword } = {
  ...Object.fromEntries(annotations.map((name) => [name, () => {}])),
  $ref(part, root) {
    const { value } = part
    if (typeof value !== 'string' || definition(value, root) === undefined)
      part.problem('wantsReference')
  },
  $defs: checkSchemaMap,
  type(part) {
    const given: unknown[] = Array.isArray(part.value) ? part.value : [part.value]
    const isKnown = given.every((one) => types.some((type) => type === one))
    if (!isKnown || given.length === 0) part.problem('wantsJsonType', { value: nameOf(part.value) })
  },
  enum: (part) => void part.list({ empty: 'listEmpty' }),
  const: () => {},
  minimum: checkNumber,
  maximum: checkNumber,
  exclusiveMinimum: checkNumber,
  exclusiveMaximum: checkNumber,
  multipleOf(part) {
    checkNumber(part)
    if (Number(part.value) <= 0) part.problem('stepTooSmall', { value: nameOf(part.value) })
  },
  minLength: checkCount,
  maxLength: checkCount,
  pattern(part) {
    const text = part.text()
    const reason = text === undefined ? undefined : patternFault(text)
    if (reason !== undefined) part.problem('badPattern', { reason })
  },
  items: checkSchema,
  prefixItems: checkSchemaList,
  minItems: checkCount,
  maxItems: checkCount,
  uniqueItems: (part) => void part.flag(false),
  properties: checkSchemaMap,
  required(part) {
    for (const name of part.list()) name.text()
  },
  additionalProperties: checkSchema,
  propertyNames: checkSchema,
  minProperties: checkCount,
  maxProperties: checkCount,
  allOf: checkSchemaList,
  anyOf: checkSchemaList,
  oneOf: checkSchemaList,
  ...Object.fromEntries(['not', 'if', 'then', 'else'].map((name) => [name, checkSchema])),
}

const jsonSchemaKeywords = Object.keys(keywords)

/** The schema, or null if it has problems, which are reported. */
export function readJsonSchema(part: Part): JsonSchemaValue | null {
  if (part.isLeftOut()) return null
  if (!isSchema(part.value)) {
    part.problem('wantsSchema', { value: nameOf(part.value) })
    return null
  }
  const fault = jsonFault(part.value)
  const length = fault ? 0 : JSON.stringify(part.value).length
  if (fault) part.problem(fault.code, fault.values)
  else if (length > maxLength) part.problem('jsonTooLong', { max: maxLength, has: length })
  else checkSchema(part, part.value)
  return part.value
}

function isSchema(value: unknown): value is JsonSchemaValue {
  return typeof value === 'boolean' || isObject(value)
}

function checkSchema(part: Part, root: JsonSchemaValue): void {
  if (!isSchema(part.value)) return part.problem('wantsSchema', { value: nameOf(part.value) })
  if (typeof part.value === 'boolean') return
  for (const keyword of part.keys()) {
    const inner = part.at(keyword)
    if (Object.hasOwn(keywords, keyword)) keywords[keyword]?.(inner, root)
    else inner.problem('wantsKeyword', { hint: hintFor(keyword) })
  }
}

function hintFor(keyword: string): string {
  const meant = nearest(keyword, jsonSchemaKeywords)
  return meant ? `did you mean "${meant}"?` : `use ${jsonSchemaKeywords.join(', ')}`
}

function checkSchemaMap(part: Part, root: JsonSchemaValue): void {
  if (!part.isObject()) return
  for (const name of part.keys()) checkSchema(part.at(name), root)
}

function checkSchemaList(part: Part, root: JsonSchemaValue): void {
  for (const one of part.list({ empty: 'listEmpty' })) checkSchema(one, root)
}

function checkNumber(part: Part): void {
  const { value } = part
  if (typeof value !== 'number') part.problem('wantsNumber', { value: nameOf(value) })
}

function checkCount(part: Part): void {
  const { value } = part
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    part.problem('wantsCount', { value: nameOf(value) })
  }
}
