/** The items of a list and their order, in the reference model of the read API. */
import type { Field, FieldOf, Model } from '@octavo/schema/definitions.ts'
import { numberKey } from '../fields/number-key.ts'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import type { ReadScope, VisibleItem } from './read-model-types.ts'
import { comparePoints, lastPublication, setFields, textsOf, titleOf } from './read-model-values.ts'

export class BadRequest extends Error {
  readonly isForbidden: boolean

  constructor(isForbidden = false) {
    super('bad request')
    this.isForbidden = isForbidden
  }
}

export interface ListRequest {
  readonly scalars: ReadonlyMap<string, string>
  readonly models: readonly Model[]
  readonly spaces: readonly string[]
  readonly filters: readonly (readonly [string, string])[]
  readonly contains: readonly string[]
}

export function matches(visible: VisibleItem, request: ListRequest, scope: ReadScope): boolean {
  const results = request.filters.map((filter) => {
    const { path, comparison } = parts(filter)
    return passes(visible, path, comparison, scope)
  })
  const texts = textsOf(visible.values, visible.model.fields, scope.world.schema).map(folded)
  const words = request.contains.flatMap(keywords)
  return (
    request.models.includes(visible.model) &&
    (request.spaces.length === 0 || request.spaces.includes(visible.space)) &&
    results.every(Boolean) &&
    words.every((word) => texts.some((text) => text.includes(word)))
  )
}

export function checkFilters(request: ListRequest, scope: ReadScope): void {
  for (const filter of request.filters) {
    const { path, comparison } = parts(filter)
    if (!isValid(request.models, path, comparison, scope)) throw new BadRequest()
  }
}

/** An operator and its operands. */
export interface Comparison {
  readonly operator: string
  readonly operands: readonly (string | number | boolean)[]
  /** Folded keywords of `contains` and `startswith`. */
  readonly words: readonly string[]
  readonly isJson: boolean
}

function parts([name, value]: readonly [string, string]): {
  path: string[]
  comparison: Comparison
} {
  const [, path = '', operator = ''] = /^(.*?)\[(.*)\]$/.exec(name) ?? []
  const isList = ['in', 'nin', 'hasany', 'hasall'].includes(operator)
  const operands = isList ? value.split(',').filter((one) => one !== '') : [value]
  const words = operator === 'startswith' ? [folded(value)] : keywords(value)
  return { path: path.split('.'), comparison: { operator, operands, words, isJson: false } }
}

export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('\u001f', '')
}

function keywords(value: string): string[] {
  return value
    .split(',')
    .map((word) => folded(word.trim()))
    .filter((word) => word !== '')
}

const equal = ['eq', 'ne', 'in', 'nin']
const texts = ['contains', 'startswith', 'exists']
const ranges = ['lt', 'lte', 'gt', 'gte', 'exists']

const operatorsOf = new Map(
  Object.entries({
    text: [...equal, ...texts],
    multiline: [...equal, ...texts],
    flexible: texts,
    number: [...equal, ...ranges],
    date: [...equal, ...ranges],
    url: [...equal, ...texts],
    email: [...equal, ...texts],
    slug: [...equal, ...texts],
    color: [...equal, 'exists'],
    location: ['exists'],
    json: ['exists'],
    boolean: ['eq', 'ne'],
    select: [...equal, 'exists'],
    multiselect: ['has', 'hasany', 'hasall', 'exists'],
    datetime: ranges,
    reference: [...equal, 'exists'],
    references: ['has', 'hasany', 'hasall', 'exists'],
    repeat: ['exists'],
    combination: ['exists'],
    media: ['exists'],
    _id: equal,
    _model: equal,
    _space: equal,
    _status: equal,
    _title: [...equal, ...texts],
    _created_at: ranges,
    _updated_at: ranges,
    _published_at: ranges,
    _last_published_at: ranges,
  }),
)

export function isValid(
  models: readonly Model[],
  path: readonly string[],
  comparison: Comparison,
  scope: ReadScope,
  hops = 0,
  hasSystem = true,
): boolean {
  const { operator, isJson } = comparison
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_') && hasSystem) {
    return (operatorsOf.get(name)?.includes(operator) ?? false) && isOperand(name, comparison)
  }
  const targets = new Set<Model>()
  return models.some((model) => {
    const found = fieldAt(model.fields, path, scope)
    if (!found) return false
    const excluded = isJson ? [] : excludedInRepeats
    if (found.rest.length === 0) {
      return (
        isAllowed(found.field, comparison) && !(found.isInRepeat && excluded.includes(operator))
      )
    }
    if (!isReference(found.field) || (found.isInRepeat && !isJson) || hops === 3) return false
    for (const target of targetsOf(found.field, scope)) targets.add(target)
    return isValid([...targets], found.rest, comparison, scope, hops + 1)
  })
}

export function targetsOf(field: Field, scope: ReadScope): Model[] {
  const ids = isReference(field) ? field.models : []
  return scope.world.schema.root.models.filter(({ id }) => ids === null || ids.includes(id))
}

function isReference(field: Field): field is FieldOf<'reference' | 'references'> {
  return field.type === 'reference' || field.type === 'references'
}

/** The field at the end of a path, or the first reference in it. */
export function fieldAt(
  fields: readonly Field[],
  [name, ...rest]: readonly string[],
  scope: ReadScope,
  isInRepeat = false,
): { field: Field; rest: readonly string[]; isInRepeat: boolean } | undefined {
  const field = fields.find(({ luid }) => luid === name)
  if (!field) return undefined
  if (rest.length === 0 || isReference(field)) return { field, rest, isInRepeat }
  if (field.type === 'fieldset') {
    return fieldAt(setFields(field.fieldSet, scope.world.schema), rest, scope, isInRepeat)
  }
  return field.type === 'repeat' ? fieldAt(field.fields, rest, scope, true) : undefined
}

/** A field may have another type in another model, where the filter matches nothing. */
function isAllowed(field: Field, comparison: Comparison): boolean {
  return hasOperator(field, comparison.operator) && isOperand(field.type, comparison)
}

function hasOperator({ type }: Field, operator: string): boolean {
  return operatorsOf.get(type)?.includes(operator) ?? false
}

/** Parameters have these only outside repeats. */
const excludedInRepeats = ['in', 'lt', 'lte', 'gt', 'gte', 'contains', 'has']

function isOperand(type: string, { operator, operands, isJson }: Comparison): boolean {
  const [first] = operands
  if (operator === 'exists')
    return isJson ? typeof first === 'boolean' : first === 'true' || first === 'false'
  if (operator === 'contains' || operator === 'startswith') return true
  if (isJson && operands.some((one) => typeof one !== jsonTypeOf(type))) return false
  if (type === 'boolean') return ['true', 'false'].includes(String(first))
  if (type === 'number') return operands.every((one) => !Number.isNaN(numberIn(one)))
  if (type === 'date') return operands.every(isDate)
  if (type.startsWith('reference') || type === '_id')
    return operands.every((one) => /^\d+$/.test(String(one)))
  if (type === 'color') return operands.every((one) => isColorText(String(one)))
  if (type === 'datetime' || type.endsWith('_at')) return !Number.isNaN(Date.parse(String(first)))
  return true
}

function isColorText(text: string): boolean {
  return /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)
}

function jsonTypeOf(type: string): string {
  if (type === 'boolean') return 'boolean'
  const isNumber = type.startsWith('reference') || type === 'number' || type === '_id'
  return isNumber ? 'number' : 'string'
}

/** The number in an operand; NaN for another value. */
function numberIn(operand: string | number | boolean): number {
  return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(String(operand)) ? Number(operand) : NaN
}

function isDate(operand: string | number | boolean): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(String(operand))
}

/** The bound of a range, in the form of the values that it is compared with. */
function boundOf(type: string, operand: string | number | boolean): number | string {
  if (type === 'date') return String(operand)
  return type === 'number' ? numberIn(operand) : Date.parse(String(operand))
}

export function passes(
  visible: VisibleItem,
  path: readonly string[],
  comparison: Comparison,
  scope: ReadScope,
): boolean {
  const { operator, operands } = comparison
  const opposite = { ne: 'eq', nin: 'in' }[operator]
  const isNegated = opposite ?? (operator === 'exists' && String(operands[0]) === 'false')
  const positive = { ...comparison, operator: opposite ?? operator }
  if (!isNegated) return holds(visible, path, positive, scope)
  return isPath([visible.model], path, scope) && !holds(visible, path, positive, scope)
}

/** Whether one of the models has the path. */
export function isPath(
  models: readonly Model[],
  path: readonly string[],
  scope: ReadScope,
  hops = 0,
): boolean {
  if (path.length === 1 && path[0]?.startsWith('_')) return true
  return models.some((model) => {
    const found = fieldAt(model.fields, path, scope)
    if (!found || found.rest.length === 0) return found !== undefined
    if (!isReference(found.field) || hops === 3) return false
    return isPath(targetsOf(found.field, scope), found.rest, scope, hops + 1)
  })
}

function holds(
  visible: VisibleItem,
  path: readonly string[],
  comparison: Comparison,
  scope: ReadScope,
): boolean {
  const { operator, operands, words, isJson } = comparison
  const [name = ''] = path
  const bound = operands[0] ?? ''
  const test = (actual: string | number | null, type: string): boolean => {
    if (actual === null) return false
    switch (operator) {
      case 'eq':
      case 'in':
      case 'has':
      case 'hasany':
        if (type === 'number') return operands.some((one) => numberIn(one) === actual)
        if (type === 'color') return operands.some((one) => String(one).toLowerCase() === actual)
        return operands.map(String).includes(String(actual))
      case 'contains':
        return words.every((word) => folded(String(actual)).includes(word))
      case 'startswith':
        return words.every((word) => folded(String(actual)).startsWith(word))
      case 'exists':
        return actual !== ''
      case 'lt':
        return actual < boundOf(type, bound)
      case 'lte':
        return actual <= boundOf(type, bound)
      case 'gt':
        return actual > boundOf(type, bound)
      default:
        return actual >= boundOf(type, bound)
    }
  }
  const isText = operator === 'contains' || operator === 'startswith'
  if (isText && words.every((word) => word === '')) return true
  if (path.length === 1 && name.startsWith('_')) {
    return test(systemValue(visible, name), name === '_id' ? 'number' : 'text')
  }
  return valuesAt(visible.values, visible.model.fields, path, scope).some(
    ({ field, value: stored, rest }) => {
      if (isReference(field)) {
        const targets = [stored ?? []].flat().flatMap((id) => scope.byId.get(Number(id)) ?? [])
        if (rest.length > 0) return targets.some((target) => holds(target, rest, comparison, scope))
        if (!hasOperator(field, operator)) return false
        const ids = targets.map(({ item }) => item.id)
        if (operator === 'hasall') return operands.every((one) => ids.includes(Number(one)))
        return ids.some((id) => test(id, 'number'))
      }
      if (rest.length > 0) return false
      if (field.type === 'media') return hasOperator(field, operator) && isShown(stored, scope)
      const actual = scalarsOf(field, stored)
      if (['number', 'date', 'color'].includes(field.type)) {
        const isOther = isJson && !isAllowed(field, comparison)
        return (
          hasOperator(field, operator) && !isOther && actual.some((one) => test(one, field.type))
        )
      }
      if (!isAllowed(field, comparison)) return false
      if (operator === 'hasall') return operands.every((one) => actual.includes(String(one)))
      return actual.some((one) => test(one, 'text'))
    },
  )
}

function isShown(mediaId: Stored | undefined, { world }: ReadScope): boolean {
  const media = world.media.find(({ id }) => id === mediaId)
  return media !== undefined && media.archivedAt === null && media.deletedAt === null
}

function scalarsOf(field: Field, stored: Stored | undefined): (string | number)[] {
  if (field.type === 'boolean') return [String((stored as boolean | undefined) ?? false)]
  if (stored === undefined) return []
  if (field.type === 'multiselect') return stored as string[]
  if (field.type === 'flexible') return [(stored as { text: string }).text]
  // The contents do not matter, only whether there are any.
  if (field.type === 'location' || field.type === 'json') return ['present']
  if (field.type === 'repeat' || field.type === 'combination')
    return (stored as Stored[]).map(() => 'entry')
  return [stored as string | number]
}

export function valuesAt(
  values: StoredValues,
  fields: readonly Field[],
  [name, ...rest]: readonly string[],
  scope: ReadScope,
): { field: Field; value: Stored | undefined; rest: readonly string[] }[] {
  const field = fields.find(({ luid }) => luid === name)
  if (!field) return []
  const value = values[field.id]
  if (rest.length === 0 || isReference(field)) return [{ field, value, rest }]
  if (field.type === 'fieldset') {
    const inner = setFields(field.fieldSet, scope.world.schema)
    return valuesAt((value ?? {}) as StoredValues, inner, rest, scope)
  }
  if (field.type !== 'repeat') return []
  return ((value ?? []) as StoredValues[]).flatMap((one) =>
    valuesAt(one, field.fields, rest, scope),
  )
}

function systemValue(visible: VisibleItem, name: string): string | number | null {
  switch (name) {
    case '_id':
      return visible.item.id
    case '_model':
      return visible.model.luid
    case '_space':
      return visible.space
    case '_status':
      return visible.status
    case '_title':
      return titleOf(visible)
    case '_created_at':
      return visible.item.createdAt
    case '_updated_at':
      return visible.updatedAt
    case '_published_at':
      return visible.state.publishedAt
    default:
      return lastPublication(visible)
  }
}

const sortable = new Set([
  'text',
  'multiline',
  'number',
  'boolean',
  'select',
  'date',
  'datetime',
  'url',
  'email',
  'slug',
  'color',
])

export function orderOf(
  request: ListRequest,
  scope: ReadScope,
): (a: VisibleItem, b: VisibleItem) => number {
  const names = (request.scalars.get('order') ?? '').split(',').filter((name) => name !== '')
  const known = names.flatMap((name): SortKey[] => {
    const path = name.replace(/^-/, '').split('.')
    const through = isKnown(path, request.models, scope)
    return through === 'unknown' ? [] : [{ path, through, isDescending: name.startsWith('-') }]
  })
  const keys: SortKey[] =
    known.length > 0 ? known : [{ path: ['_created_at'], through: 'itself', isDescending: true }]
  return (a, b) => {
    for (const key of keys) {
      const difference = compareBy(key, a, b, scope, request.scalars.has('cursor'))
      if (difference !== 0) return difference
    }
    return (a.item.id - b.item.id) * (keys[0]?.isDescending ? -1 : 1)
  }
}

interface SortKey {
  readonly path: readonly string[]
  /** Whether the value is of the item, or of the item that it refers to. */
  readonly through: 'itself' | 'reference'
  readonly isDescending: boolean
}

function isKnown(
  path: readonly string[],
  models: readonly Model[],
  scope: ReadScope,
): SortKey['through'] | 'unknown' {
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_')) return operatorsOf.has(name) ? 'itself' : 'unknown'
  const found = models
    .map(({ fields }) => fieldAt(fields, path, scope))
    .filter((one) => one !== undefined)
  const isClosed = models.some(({ fields }) => leadsIntoLeaf(fields, path))
  if (found.length === 0 && !isClosed) return 'unknown'
  const canSort = found.some(
    ({ field, rest, isInRepeat }) => rest.length === 0 && !isInRepeat && sortable.has(field.type),
  )
  if (canSort) return 'itself'
  const hops = found.filter((one) => isHop(one))
  const [first] = hops
  if (!first) throw new BadRequest()
  const same = hops.filter(({ rest }) => rest.length === first.rest.length)
  const targets = new Set(same.flatMap(({ field }) => targetsOf(field, scope)))
  const inner = isKnown(first.rest, [...targets], scope)
  if (inner === 'reference') throw new BadRequest()
  return inner === 'unknown' ? inner : 'reference'
}

function isHop({ field, rest, isInRepeat }: NonNullable<ReturnType<typeof fieldAt>>): boolean {
  return field.type === 'reference' && rest.length > 0 && !isInRepeat
}

/** A path through a field without inner fields is still valid. */
export function leadsIntoLeaf(
  fields: readonly Field[],
  [name, ...rest]: readonly string[],
): boolean {
  const field = fields.find(({ luid }) => luid === name)
  return (
    field !== undefined && rest.length > 0 && field.type !== 'fieldset' && field.type !== 'repeat'
  )
}

/** With a cursor, texts are compared by their first 200 characters. */
function compareBy(
  { path, through, isDescending }: SortKey,
  a: VisibleItem,
  b: VisibleItem,
  scope: ReadScope,
  isCut: boolean,
): number {
  const valueOf = (item: VisibleItem): string | number | null => {
    const value =
      through === 'itself' ? sortValue(item, path, scope) : valueThrough(item, path, scope)
    return isCut && typeof value === 'string' ? [...value].slice(0, 200).join('') : value
  }
  const [left, right] = [valueOf(a), valueOf(b)]
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : comparePoints(sortText(left), sortText(right))
  return isDescending ? -order : order
}

/** A number beside texts of another model sorts by its index key. */
function sortText(value: string | number): string {
  return typeof value === 'number' ? numberKey(value) : value
}

/** The value of the visible item that a reference leads to. */
function valueThrough(
  visible: VisibleItem,
  path: readonly string[],
  scope: ReadScope,
): string | number | null {
  const at = fieldAt(visible.model.fields, path, scope)
  const [found] = valuesAt(visible.values, visible.model.fields, path, scope)
  if (!at || !isHop(at) || !found) return null
  const target = scope.byId.get(Number(found.value))
  return target ? sortValue(target, at.rest, scope) : null
}

function sortValue(
  visible: VisibleItem,
  path: readonly string[],
  scope: ReadScope,
): string | number | null {
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_')) {
    const value = systemValue(visible, name)
    return value === '' ? null : value
  }
  const [found] = valuesAt(visible.values, visible.model.fields, path, scope)
  const at = fieldAt(visible.model.fields, path, scope)
  if (!found || !at || at.isInRepeat || at.rest.length > 0 || !sortable.has(found.field.type))
    return null
  const [value] = scalarsOf(found.field, found.value)
  if (value === undefined) return null
  return found.field.type === 'datetime' ? new Date(Number(value)).toISOString() : value
}
