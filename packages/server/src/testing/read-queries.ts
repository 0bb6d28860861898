/** Generates read requests that match items of a world. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import type { ModelKey, ModelWorld, Params } from './read-model.ts'
import { whereArbitrary, type NamedField, type Param } from './read-where-queries.ts'

const systemNames = [
  '_id',
  '_model',
  '_title',
  '_created_at',
  '_updated_at',
  '_published_at',
  '_last_published_at',
  '_status',
  '_space',
]

export interface ReadCase {
  readonly key: ModelKey
  /** Undefined for the list. */
  readonly id: number | undefined
  readonly params: Params
}

export function readCaseArbitrary(world: ModelWorld): fc.Arbitrary<ReadCase> {
  const { schema, items } = world
  const ids = items.map(({ id }) => id)
  const key = fc.record({
    reads: fc.constantFrom('published' as const, 'draft' as const),
    spaceIds: fc.option(fc.constantFrom(...schema.root.spaces.map(({ id }) => [id])), { freq: 2 }),
  })
  const common = commonArbitrary(world)
  const list = fc
    .tuple(common, pageArbitrary(), facetsArbitrary(namedFields(schema)))
    .map((parts) => parts.flat())
  const byId = fc.tuple(common, includeArbitrary()).map((parts) => parts.flat())
  const repeated = (params: fc.Arbitrary<Param[]>): fc.Arbitrary<Param[]> =>
    fc.tuple(params, fc.boolean()).map(([all, isRepeated]) => (isRepeated ? split(all) : all))
  return fc
    .tuple(key, fc.boolean(), repeated(list), repeated(byId), fc.constantFrom(...ids))
    .map(([who, isList, listed, single, id]) =>
      isList ? { key: who, id: undefined, params: listed } : { key: who, id, params: single },
    )
}

/** Repeats list parameters instead of separating their names by commas. */
function split(params: readonly Param[]): Param[] {
  return params.flatMap(([name, value]) =>
    ['select', 'order', 'model', 'space', 'include', 'facets'].includes(name)
      ? value.split(',').map((one): Param => [name, one])
      : [[name, value] as const],
  )
}

function commonArbitrary(world: ModelWorld): fc.Arbitrary<Param[]> {
  const { schema } = world
  const fields = namedFields(schema)
  const optional = (
    name: string,
    values: fc.Arbitrary<string>,
    absent = 1,
  ): fc.Arbitrary<Param[]> =>
    fc.oneof(
      { weight: absent, arbitrary: fc.constant<Param[]>([]) },
      { weight: 1, arbitrary: values.map((value): Param[] => [[name, value]]) },
    )
  const models = schema.root.models.map(({ luid }) => luid)
  return fc
    .tuple(
      optional('lang', fc.constantFrom('en', 'ja', 'zh-CN', 'ja')),
      optional('lang_fallback', fc.constantFrom('true', 'true', 'false')),
      optional('model', fc.uniqueArray(fc.constantFrom(...models), { minLength: 1 }).map(String)),
      optional('space', fc.constantFrom('_parent', 'tokyo', '_parent,tokyo', 'nowhere'), 5),
      optional('depth', fc.constantFrom('0', '1', '2', '3')),
      optional('order', orderArbitrary(fields)),
      optional('select', selectArbitrary(fields)),
      optional('media', fc.constant('details'), 3),
      optional('contains', keywordArbitrary(world), 3),
      optional(
        'where',
        whereArbitrary(fields, (named) => filterArbitrary(world, named)),
        2,
      ),
      fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.tuple(filterArbitrary(world, fields)) },
        {
          weight: 2,
          arbitrary: fc.array(filterArbitrary(world, fields), { minLength: 2, maxLength: 3 }),
        },
      ),
      fc.array(formatArbitrary(fields, schema), { maxLength: 3 }),
    )
    .map(([lang, fallback, model, space, depth, order, select, media, ...rest]) => {
      const [contains, where, filters, formats] = rest
      const scalars = [lang, fallback, model, space, depth, order, select, media, contains, where]
      return [...scalars.flat(), ...filters, ...new Map(formats)]
    })
}

function pageArbitrary(): fc.Arbitrary<Param[]> {
  return fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 10 }),
      fc.boolean(),
      fc.constantFrom('', 'true', 'false', 'false'),
    )
    .map(([limit, offset, isPaged, total]) => [
      ...(isPaged
        ? ([
            ['limit', String(limit)],
            ['offset', String(offset)],
          ] as const)
        : []),
      ...(total === '' ? [] : [['total', total] as const]),
    ])
}

function facetsArbitrary(fields: readonly NamedField[]): fc.Arbitrary<Param[]> {
  const counted = fields.filter(
    ({ path, field }) => path.split('.').length <= 2 && factsOf(field.type).facet,
  )
  const name = someOf(
    counted.map(({ path }) => path),
    'nothing',
  )
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant<Param[]>([]) },
    { weight: 1, arbitrary: names.map((all): Param[] => [['facets', all.join(',')]]) },
  )
}

function includeArbitrary(): fc.Arbitrary<Param[]> {
  return fc
    .subarray(['_prev', '_next', '_langs'])
    .map((names) => (names.length > 0 ? [['include', names.join(',')]] : []))
}

/** Valid paths, through field sets, repeats and up to three references. */
function namedFields(schema: Schema): NamedField[] {
  const inModel = (model: Model, prefix: string, hops: number): NamedField[] =>
    model.fields.flatMap((field) => inField(field, `${prefix}${field.luid}`, hops))
  const inField = (field: Field, path: string, hops: number): NamedField[] => {
    const self = { path, field }
    if (field.type === 'fieldset') {
      const inner = schema.fieldSetById.get(field.fieldSet)?.fields ?? []
      return [self, ...inner.flatMap((one) => inField(one, `${path}.${one.luid}`, hops))]
    }
    if (field.type === 'repeat') {
      return [self, ...field.fields.map((one) => ({ path: `${path}.${one.luid}`, field: one }))]
    }
    if (!('models' in field) || hops === 0) return [self]
    const targets = schema.root.models.filter(({ id }) => field.models?.includes(id) ?? true)
    return [self, ...targets.flatMap((model) => inModel(model, `${path}.`, hops - 1))]
  }
  const all = schema.root.models.flatMap((model) => inModel(model, '', 2))
  return [...new Map(all.map((one) => [`${one.path} ${one.field.id}`, one])).values()]
}

function orderArbitrary(fields: readonly NamedField[]): fc.Arbitrary<string> {
  const sortable = fields.filter(
    ({ path, field }) => path.split('.').length <= 2 && factsOf(field.type).isSortable,
  )
  const throughReferences = fields
    .filter(({ path, field }) => path.split('.').length <= 2 && field.type === 'reference')
    .map(({ path }) => path)
  const name = fc.oneof(
    fc.constantFrom(...systemNames),
    {
      weight: 2,
      arbitrary: someOf(
        sortable.map(({ path }) => path),
        '_id',
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          someOf(throughReferences, '_id'),
          fc.constantFrom(
            '_title',
            '_created_at',
            '_published_at',
            '_id',
            '_model',
            'word',
            'size',
          ),
        )
        .map(([path, inner]) => `${path}.${inner}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('nothing', '__proto__', 'ref.nothing') },
  )
  const signed = fc
    .tuple(name, fc.boolean())
    .map(([one, isDescending]) => (isDescending ? `-${one}` : one))
  return fc
    .uniqueArray(signed, { minLength: 1, maxLength: 3, selector: (one) => one.replace('-', '') })
    .map(String)
}

function selectArbitrary(fields: readonly NamedField[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom(...systemNames, '_prev', '_next._id', '_langs', 'nothing', 'constructor'),
    someOf(
      fields.map(({ path }) => path),
      '_id',
    ),
    someOf(
      fields.map(({ path }) => `_prev.${path}`),
      '_id',
    ),
    someOf(
      fields.map(({ path }) => `${path}._id`),
      '_id',
    ),
  )
  return fc.array(name, { minLength: 1, maxLength: 5 }).map(String)
}

function formatArbitrary(
  fields: readonly NamedField[],
  schema: Schema,
): fc.Arbitrary<[string, string]> {
  const inEntries = fields.flatMap(({ path, field }) => {
    const sets = field.type === 'combination' ? field.fieldSets : []
    return sets.flatMap((id) => {
      const set = schema.fieldSetById.get(id)
      return (set?.fields ?? []).map((one) => ({
        path: `${path}.${set?.luid}.${one.luid}`,
        field: one,
      }))
    })
  })
  const flexible = [...fields, ...inEntries].filter(({ field }) => field.type === 'flexible')
  const path = someOf(
    flexible.map((one) => one.path),
    'nothing',
  )
  const format = fc.constantFrom('html', 'text', 'markdown', 'portable_html')
  return fc.tuple(path, format).map(([name, value]) => [`${name}[format]`, value])
}

function someOf(values: readonly string[], otherwise: string): fc.Arbitrary<string> {
  return values.length > 0 ? fc.constantFrom(...values) : fc.constant(otherwise)
}

/** Parts of stored texts, and words that may not occur. */
function keywordArbitrary(world: ModelWorld): fc.Arbitrary<string> {
  const texts = [...storedByField(world).values()]
    .flat()
    .filter((value) => typeof value === 'string')
  const piece = fc
    .tuple(someOf(texts, 'a'), fc.nat(6), fc.integer({ min: 1, max: 4 }))
    .map(([text, start, length]) => [...text].slice(start, start + length).join(''))
  const word = fc.oneof(
    { weight: 3, arbitrary: piece },
    fc.constantFrom('a', 'ab', 'ハ', 'ＡＢ', '%', '_', '', ' '),
  )
  return fc
    .array(word, { minLength: 1, maxLength: 2 })
    .map((words) => words.join(',').replaceAll('\0', ''))
}

function filterArbitrary(world: ModelWorld, fields: readonly NamedField[]): fc.Arbitrary<Param> {
  const stored = storedByField(world)
  const can = fields.filter(({ field }) => factsOf(field.type).operators.length > 0)
  const onField = fc.constantFrom(...can).chain(({ path, field }) => {
    const operands = (stored.get(field.id) ?? []).map(String)
    return fc
      .tuple(
        fc.constantFrom(...factsOf(field.type).operators),
        fc.array(operandArbitrary(field.type, operands), { minLength: 1, maxLength: 3 }),
        keywordArbitrary(world),
      )
      .map(([operator, values, words]): Param => {
        // A value may be repeated.
        const listed = words.length % 4 === 0 ? [...values, ...values] : values
        const value = isListOperator(operator) ? listed.join(',') : (values[0] ?? '')
        if (operator === 'contains') return [`${path}[contains]`, words]
        if (operator === 'startswith') return [`${path}[startswith]`, startOf(value, words)]
        if (operator === 'exists') return [`${path}[exists]`, String(words.length % 2 === 0)]
        return [`${path}[${operator}]`, value]
      })
  })
  const onReference = fields.filter(({ field }) => 'models' in field).map(({ path }) => `${path}.`)
  const onSystem = fc
    .tuple(someOf(onReference, ''), systemFilterArbitrary(world), fc.boolean())
    .map(([prefix, [name, value], isNested]): Param => [`${isNested ? prefix : ''}${name}`, value])
  return fc.oneof(
    { weight: 5, arbitrary: can.length > 0 ? onField : onSystem },
    { weight: 2, arbitrary: onSystem },
  )
}

function isListOperator(operator: string): boolean {
  return ['in', 'nin', 'hasany', 'hasall'].includes(operator)
}

/** The start of a stored value, and sometimes a part of any. */
function startOf(value: string, words: string): string {
  return words.length % 3 === 0 ? words : [...value].slice(0, words.length).join('').toUpperCase()
}

function operandArbitrary(type: string, stored: readonly string[]): fc.Arbitrary<string> {
  const others: Record<string, string[]> = {
    boolean: ['true', 'false'],
    datetime: ['2025-06-24T00:00:00Z', '1999-12-31T23:59:59.999+09:00'],
    number: ['0', '-1.5', '1e1', '9.50', '10.0000000000001', 'x', ''],
    date: ['2026-01-01', '2026-01-03', '0001-01-01', '2026', 'x'],
    color: ['#336699', '#ABCDEF', 'red'],
    reference: ['1000', '1001', '9999', '1'],
    references: ['1000', '1001', '9999', '1'],
  }
  const known =
    type === 'datetime' ? stored.map((time) => new Date(Number(time)).toISOString()) : stored
  const other = fc.constantFrom(...(others[type] ?? ['a', 'sea', '']))
  if (type === 'boolean' || known.length === 0) return other
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, other)
}

function systemFilterArbitrary(world: ModelWorld): fc.Arbitrary<Param> {
  const { schema, items } = world
  const time = fc.constantFrom(
    '2025-06-24T00:00:00Z',
    '2025-06-25T09:00:00+09:00',
    '2025-06-26T00:00:00.000Z',
  )
  const titles = [...storedByField(world).values()]
    .flat()
    .filter((value) => typeof value === 'string')
  return fc.oneof(
    fc
      .tuple(
        fc.constantFrom('_created_at', '_updated_at', '_published_at', '_last_published_at'),
        fc.constantFrom('lt', 'lte', 'gt', 'gte', 'exists'),
        time,
        fc.boolean(),
      )
      .map(([name, operator, value, isKnown]): Param => [
        `${name}[${operator}]`,
        operator === 'exists' ? String(isKnown) : value,
      ]),
    fc
      .subarray(
        items.map(({ id }) => String(id)),
        { minLength: 1 },
      )
      .map((ids): Param => ['_id[in]', String(ids)]),
    fc.constantFrom(...items).map(({ id }): Param => ['_id[ne]', String(id)]),
    fc
      .tuple(fc.constantFrom(...schema.root.models), fc.constantFrom('eq', 'ne', 'nin'))
      .map(([{ luid }, operator]): Param => [`_model[${operator}]`, luid]),
    fc
      .tuple(fc.constantFrom('_parent', 'tokyo', 'nowhere'), fc.constantFrom('in', 'nin'))
      .map(([luid, operator]): Param => [`_space[${operator}]`, `${luid},x`]),
    fc
      .tuple(
        fc.constantFrom('draft', 'published', 'draft,published_draft'),
        fc.constantFrom('in', 'nin'),
      )
      .map(([value, operator]): Param => [`_status[${operator}]`, value]),
    fc
      .tuple(someOf(titles, ''), fc.constantFrom('eq', 'ne', 'startswith'))
      .map(([value, operator]): Param => [`_title[${operator}]`, value]),
    fc.constantFrom<Param>(
      ['_title[eq]', ''],
      ['_title[ne]', ''],
      ['_title[exists]', 'true'],
      ['_title[exists]', 'false'],
    ),
    keywordArbitrary(world).map((value): Param => ['_title[contains]', value]),
  )
}

/** Stored scalars by field, at all levels. */
function storedByField({ items }: ModelWorld): Map<number, (string | number | boolean)[]> {
  const found = new Map<number, (string | number | boolean)[]>()
  const add = (fieldId: number, value: Stored): void => {
    if (Array.isArray(value)) for (const one of value) add(fieldId, one)
    else if (typeof value === 'object')
      addValues('values' in value ? (value['values'] as StoredValues) : value, value, fieldId)
    else found.set(fieldId, [...(found.get(fieldId) ?? []), value])
  }
  const addValues = (
    values: StoredValues,
    whole: { [key: string]: Stored },
    fieldId: number,
  ): void => {
    if (typeof whole['text'] === 'string') return add(fieldId, whole['text'])
    for (const [id, value] of Object.entries(values)) add(Number(id), value)
  }
  for (const { languages } of items) {
    for (const { draft, published } of languages.values()) {
      for (const stage of [draft, published]) if (stage) addValues(stage.values, {}, 0)
    }
  }
  return found
}
