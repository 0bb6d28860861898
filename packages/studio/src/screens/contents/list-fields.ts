/** The fields that a list can show, filter and sort by, with their labels. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { TextKey } from '../../i18n/en/en.ts'
import type { Text } from '../../i18n/text.tsx'
import { listedInSet, systemTimes } from './list-request.ts'
import { listViews, type ValueKind } from './list-views.tsx'

export interface ListField {
  /** The id of the field; null for a system property. */
  id: number | null
  path: string
  label: string
  type: FieldTypeName
  operators: readonly Operator[]
  value: ValueKind
  options: Option[]
  /** The unit of a number field. */
  unit: string | null
  /** LUIDs of the models that references allow; empty for every model. */
  models: string[]
  isSortable: boolean
  /** Whether a list can show the field as a column. */
  isColumn: boolean
  /** Whether another field has the same meaning: such a field is accepted but not offered. */
  isRepeated: boolean
}

/** All operators in order of preference: a new filter starts with the first that the field allows. */
const offered = [
  'contains',
  'eq',
  'in',
  'has',
  'gte',
  'lt',
  'gt',
  'lte',
  'startswith',
  'ne',
  'nin',
  'hasany',
  'hasall',
  'exists',
] as const satisfies readonly Operator[]

/** Filters by item offer a single item only. */
function operatorsOf(type: FieldTypeName): Operator[] {
  const { operators } = factsOf(type)
  const isItem = listViews[type].filter === 'item'
  const isOffered = (name: Operator): boolean =>
    operators.includes(name) && !(isItem && listOperators.some((one) => one === name))
  return offered.filter(isOffered)
}

function systemFields(t: Text): ListField[] {
  const statuses = (['draft', 'published', 'published_draft'] as const).map((value) => ({
    value,
    label: t(`status.${value}`),
  }))
  const base = {
    id: null,
    options: [],
    unit: null,
    models: [],
    isSortable: true,
    isColumn: true,
    isRepeated: false,
  }
  return [
    {
      ...base,
      path: '_title',
      label: t('list.title'),
      type: 'text',
      operators: ['contains', 'eq', 'startswith', 'ne', 'exists'],
      value: 'text',
    },
    {
      ...base,
      path: '_status',
      label: t('list.status'),
      type: 'select',
      operators: ['eq', 'in', 'ne', 'nin'],
      value: 'options',
      options: statuses,
    },
    ...systemTimes.map((path): ListField => ({
      ...base,
      path,
      label: t(`list.${path}` satisfies TextKey),
      type: 'datetime',
      operators: ['lt', 'lte', 'gt', 'gte', 'exists'],
      value: 'time',
    })),
  ]
}

/** The fields of a list of one model, or of all models. */
export function listFields(schema: Schema, model: string | undefined, t: Text): ListField[] {
  const hasTitle = (schema.modelByLuid.get(model ?? '')?.titleFieldId ?? null) !== null
  const system = systemFields(t).map((field) => ({
    ...field,
    isRepeated: hasTitle && field.path === '_title',
  }))
  return [...modelFields(schema, model), ...system]
}

/** The fields of one model. Fields of its field sets and repeats are named by path. */
function modelFields(schema: Schema, luid: string | undefined): ListField[] {
  const model = schema.modelByLuid.get(luid ?? '')
  return (model?.fields ?? []).flatMap((field) =>
    field.id === model?.titleFieldId
      ? [{ ...listField(schema, field, '', ''), isColumn: false }]
      : withInner(schema, field),
  )
}

function withInner(schema: Schema, field: Field): ListField[] {
  const own = listField(schema, field, '', '')
  if (field.type === 'fieldset') {
    return listedInSet(schema, field).map((child) =>
      listField(schema, child, `${field.luid}.`, `${field.name} › `),
    )
  }
  if (field.type === 'repeat') {
    const inner = field.fields
      .map((child) => listField(schema, child, `${field.luid}.`, `${field.name} › `))
      .filter(({ operators }) => operators.includes('eq'))
    return [
      own,
      ...inner.map((child) => ({
        ...child,
        operators: ['eq', 'ne'] as const,
        isSortable: false,
        isColumn: false,
      })),
    ]
  }
  return [own]
}

function listField(schema: Schema, field: Field, prefix: string, labelPrefix: string): ListField {
  const models = 'models' in field ? (field.models ?? []) : []
  return {
    id: field.id,
    operators: operatorsOf(field.type),
    value: listViews[field.type].filter ?? 'text',
    isSortable: factsOf(field.type).isSortable,
    path: prefix + field.luid,
    label: labelPrefix + field.name,
    type: field.type,
    options: 'options' in field ? field.options : [],
    unit: 'unit' in field ? field.unit : null,
    models: models.flatMap((id) => schema.modelById.get(id)?.luid ?? []),
    isColumn: true,
    isRepeated: false,
  }
}

/** Whether conditions can be tested on one entry of the field. */
export function hasEntries({ type, isColumn }: ListField): boolean {
  return (type === 'repeat' || type === 'references') && isColumn
}

/** The fields of an entry of a repeat, or of the items in a list of references. */
export function entryFields(schema: Schema, list: ListField, t: Text): ListField[] {
  const field = schema.fieldById.get(list.id ?? 0)
  if (field?.type === 'repeat') {
    return field.fields.flatMap((inner) => withInner(schema, inner))
  }
  const targets = schema.root.models.filter(
    ({ luid }) => list.models.length === 0 || list.models.includes(luid),
  )
  const fields = targets.flatMap(({ luid }) => modelFields(schema, luid))
  return [...new Map([...systemFields(t), ...fields].map((one) => [one.path, one])).values()]
}
