/** Which fields a list can show, filter and sort by, and what they are called. */
import type { Field, Option } from '@octavo/schema/definitions.ts'
import type { FieldTypeName, Operator } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { TextKey } from '../../i18n/en/en.ts'
import type { Text } from '../../i18n/text.tsx'

/** How a value of a filter is entered. */
type ValueKind = 'text' | 'boolean' | 'options' | 'time' | 'item'

export interface ListField {
  path: string
  label: string
  type: FieldTypeName
  operators: readonly Operator[]
  value: ValueKind
  options: Option[]
  /** LUIDs of the models that a reference may point at; empty for every one. */
  models: string[]
  isSortable: boolean
  /** Whether a list can show it as a column. */
  isColumn: boolean
  /** Whether another one says the same: then it is understood, but not offered. */
  isRepeated: boolean
}

const times = ['lt', 'lte', 'gt', 'gte'] as const
const facts: Record<
  FieldTypeName,
  { operators: readonly Operator[]; value: ValueKind; isSortable: boolean }
> = {
  text: { operators: ['contains', 'eq', 'in'], value: 'text', isSortable: true },
  multiline: { operators: ['contains', 'eq', 'in'], value: 'text', isSortable: true },
  flexible: { operators: ['contains'], value: 'text', isSortable: false },
  boolean: { operators: ['eq'], value: 'boolean', isSortable: true },
  select: { operators: ['eq', 'in'], value: 'options', isSortable: true },
  multiselect: { operators: ['has'], value: 'options', isSortable: false },
  datetime: { operators: ['gte', 'lt', 'gt', 'lte'], value: 'time', isSortable: true },
  media: { operators: [], value: 'text', isSortable: false },
  reference: { operators: ['eq'], value: 'item', isSortable: false },
  repeat: { operators: [], value: 'text', isSortable: false },
  combination: { operators: [], value: 'text', isSortable: false },
  fieldset: { operators: [], value: 'text', isSortable: false },
}

const systemTimes = ['_created_at', '_updated_at', '_published_at', '_last_published_at'] as const

function systemFields(t: Text): ListField[] {
  const statuses = (['draft', 'published', 'published_draft'] as const).map((value) => ({
    value,
    label: t(`status.${value}`),
  }))
  const base = { options: [], models: [], isSortable: true, isColumn: true, isRepeated: false }
  return [
    {
      ...base,
      path: '_title',
      label: t('list.title'),
      type: 'text',
      operators: ['contains', 'eq'],
      value: 'text',
    },
    {
      ...base,
      path: '_status',
      label: t('list.status'),
      type: 'select',
      operators: ['eq', 'in'],
      value: 'options',
      options: statuses,
    },
    ...systemTimes.map((path): ListField => ({
      ...base,
      path,
      label: t(`list.${path}` satisfies TextKey),
      type: 'datetime',
      operators: times,
      value: 'time',
    })),
  ]
}

/** All that a list of one model, or of all, can be asked for. */
export function listFields(schema: Schema, model: string | undefined, t: Text): ListField[] {
  const hasTitle = (schema.modelByLuid.get(model ?? '')?.titleFieldId ?? null) !== null
  const system = systemFields(t).map((field) => ({
    ...field,
    isRepeated: hasTitle && field.path === '_title',
  }))
  return [...modelFields(schema, model), ...system]
}

/** The fields of one model, those of its field sets and repeats by path. */
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
    const set = schema.fieldSetById.get(field.fieldSet)
    const inner =
      set?.fields.filter(({ type }) => !['repeat', 'combination', 'fieldset'].includes(type)) ?? []
    return inner.map((child) => listField(schema, child, `${field.luid}.`, `${field.name} › `))
  }
  if (field.type === 'repeat') {
    const inner = field.fields
      .map((child) => listField(schema, child, `${field.luid}.`, `${field.name} › `))
      .filter(({ operators }) => operators.includes('eq'))
    return [
      own,
      ...inner.map((child) => ({
        ...child,
        operators: ['eq'] as const,
        isSortable: false,
        isColumn: false,
      })),
    ]
  }
  return [own]
}

function listField(schema: Schema, field: Field, prefix: string, labelPrefix: string): ListField {
  const models = field.type === 'reference' ? (field.models ?? []) : []
  return {
    ...facts[field.type],
    path: prefix + field.luid,
    label: labelPrefix + field.name,
    type: field.type,
    options: 'options' in field ? field.options : [],
    models: models.flatMap((id) => schema.modelById.get(id)?.luid ?? []),
    isColumn: true,
    isRepeated: false,
  }
}

const telling: FieldTypeName[] = ['reference', 'select', 'datetime', 'boolean']

/** Three columns that tell items apart, beside title, status and last change. */
export function defaultColumns(schema: Schema, model: string | undefined): string[] {
  const fields = schema.modelByLuid.get(model ?? '')?.fields ?? []
  return fields
    .filter(({ type }) => telling.includes(type))
    .map(({ luid }) => luid)
    .slice(0, 3)
}
