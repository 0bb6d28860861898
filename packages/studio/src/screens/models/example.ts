import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Kind, Work, WorkField, WorkType } from './work.ts'

const time = '2026-11-14T00:00:00.000Z'
type Example = (field: WorkField, work: Work, depth: number) => unknown

const firstValue = ({ options = [] }: WorkField): string | null => {
  const [option] = options
  return (typeof option === 'string' ? option : option?.value) ?? null
}

/** Examples of types whose values depend on the field. The other types define their own. */
const examples: { [Name in FieldTypeName]?: Example } = {
  text: ({ name = '' }) => name,
  boolean: ({ default: value }) => value === true,
  select: firstValue,
  multiselect: (field) => [firstValue(field)].filter((value) => value !== null),
  media: () => ({ url: 'https://…/picture.jpg', alt: 'What it shows' }),
  reference: referenced,
  references: (field, work, depth) => [referenced(field, work, depth)],
  repeat: ({ fields = [] }, work, depth) => [valuesOf(fields, work, depth)],
  combination: ({ fieldSets = [] }, work, depth) =>
    fieldSets.slice(0, 2).map((luid) => ({ luid, fields: setValues(luid, work, depth) })),
  fieldset: ({ luid }, work, depth) => setValues(luid, work, depth),
}

function referenced({ models }: WorkField, work: Work, depth: number): unknown {
  const target = work.models.find(({ luid }) => models === undefined || models.includes(luid))
  if (!target || depth <= 0) return 12
  return { _id: 12, _model: target.luid, ...valuesOf(target.fields.slice(0, 3), work, 0) }
}

function valuesOf(
  fields: readonly WorkField[],
  work: Work,
  depth: number,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field.luid,
      examples[field.type]?.(field, work, depth) ?? factsOf(field.type).examples?.[0] ?? null,
    ]),
  )
}

function setValues(luid: string, work: Work, depth: number): Record<string, unknown> {
  return valuesOf(work.fieldSets.find((set) => set.luid === luid)?.fields ?? [], work, depth)
}

/** An item of the model, or the values of the field set, as the API returns them at depth 1. */
export function exampleOf(type: WorkType, kind: Kind, work: Work): Record<string, unknown> {
  const values = valuesOf(type.fields, work, 1)
  if (kind === 'fieldSets') return values
  const title = type.fields.find(({ luid, type: of }) =>
    type.title ? luid === type.title : of === 'text',
  )
  return {
    _id: 1,
    _model: type.luid,
    _title: title?.name ?? '',
    _created_at: time,
    _updated_at: time,
    _published_at: time,
    _last_published_at: time,
    _status: 'published',
    ...values,
  }
}
