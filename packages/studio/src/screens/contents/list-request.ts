/**
 * The request of the list that the URL describes. The first script sends it before the list itself is
 * loaded, so this needs nothing of the list.
 */
import type { Field, FieldOf, Model } from '@octavo/schema/definitions.ts'
import { plainTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { inactiveState, listQuery, type ListSearch } from './list-search.ts'

/** The limit of the service. */
const mostColumns = 20

export const systemTimes = [
  '_created_at',
  '_updated_at',
  '_published_at',
  '_last_published_at',
] as const

/** Types whose values help to distinguish items. A list shows three such columns by default. */
const distinctiveTypes: readonly FieldTypeName[] = [
  'number',
  'boolean',
  'select',
  'date',
  'datetime',
  'reference',
]

export function listRequest(schema: Schema, search: ListSearch) {
  const columns = shownColumns(schema, search)
  const pictures = pictureFields(schema, search.model)
  const usualOrder = defaultOrder(schema, search.model)
  const paths = columns.filter((path) => !path.startsWith('_'))
  const cells = [...new Set([...paths, ...pictures.values()])].slice(0, mostColumns)
  return { columns, pictures, usualOrder, query: listQuery(search, cells, usualOrder) }
}

/** Archived and deleted items show only their title. */
function shownColumns(schema: Schema, search: ListSearch): string[] {
  if (inactiveState(search) !== undefined) return []
  const names = search.columns?.split(',') ?? defaultColumns(schema, search.model)
  const paths = new Set<string>([...columnPaths(schema, search.model), ...systemPaths])
  return names.filter((path) => paths.has(path))
}

const systemPaths = ['_title', '_status', ...systemTimes]

/** Paths of the fields of a model that can be columns. The title always is one. */
function columnPaths(schema: Schema, luid: string | undefined): string[] {
  const model = schema.modelByLuid.get(luid ?? '')
  return (model?.fields ?? [])
    .filter(({ id }) => id !== model?.titleFieldId)
    .flatMap((field) => pathsOf(schema, field))
}

function pathsOf(schema: Schema, field: Field): string[] {
  if (field.type !== 'fieldset') return [field.luid]
  return listedInSet(schema, field).map(({ luid }) => `${field.luid}.${luid}`)
}

/** The fields of a field set that a list can show, filter and sort by. */
export function listedInSet(schema: Schema, { fieldSet }: FieldOf<'fieldset'>): Field[] {
  const fields = schema.fieldSetById.get(fieldSet)?.fields ?? []
  return fields.filter(({ type }) => plainTypeNames.includes(type))
}

/** The columns of the model, or three that distinguish items, besides title, status and last update. */
function defaultColumns(schema: Schema, modelLuid: string | undefined): string[] {
  const model = schema.modelByLuid.get(modelLuid ?? '')
  if (model?.columns) return model.columns.map((place) => pathOf(schema, place))
  return (model?.fields ?? [])
    .filter(({ type }) => distinctiveTypes.includes(type))
    .map(({ luid }) => luid)
    .slice(0, 3)
}

/** The order of the model's list; undefined if it has none of its own. */
function defaultOrder(schema: Schema, luid: string | undefined): string | undefined {
  const order = schema.modelByLuid.get(luid ?? '')?.order ?? []
  const names = order.map(
    ({ by, isDescending }) => `${isDescending ? '-' : ''}${pathOf(schema, by)}`,
  )
  return names.length === 0 ? undefined : names.join(',')
}

function pathOf(schema: Schema, place: NonNullable<Model['columns']>[number]): string {
  if (typeof place === 'string') return place
  return place.map((id) => schema.fieldById.get(id)?.luid ?? '').join('.')
}

/** The fields that picture the rows of a list, by LUID of the model. */
function pictureFields(schema: Schema, luid: string | undefined): Map<string, string> {
  const models = schema.root.models.filter((model) => luid === undefined || model.luid === luid)
  const pairs = models.flatMap((model): [string, string][] => {
    const field = schema.fieldById.get(model.pictureFieldId ?? 0)
    return field ? [[model.luid, field.luid]] : []
  })
  return new Map(pairs)
}
