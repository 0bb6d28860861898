/** What an answer of the API looks like for a model: made up, and right in shape. */
import type { Field, FieldOf, Model, RootDefinition } from './definitions.ts'
import type { FieldTypeName } from './field-types.ts'
import { parentSpaceLuid } from './names.ts'

const time = '2026-11-14T09:30:00.000Z'

type Examples = { readonly [Name in FieldTypeName]: (field: FieldOf<Name>, at: Place) => unknown }

interface Place {
  root: Pick<RootDefinition, 'models' | 'fieldSets' | 'spaces'>
  /** References still to be opened. */
  depth: number
}

const examples: Examples = {
  text: ({ name, default: initial }) => initial ?? name,
  multiline: ({ name, default: initial }) => initial ?? `${name}\nin several lines`,
  flexible: ({ name }) => `<p>${escaped(name)}</p>`,
  boolean: ({ default: initial }) => initial,
  select: ({ options, default: initial }) => initial ?? options[0]?.value ?? null,
  multiselect: ({ options }) => options.slice(0, 2).map(({ value }) => value),
  datetime: () => time,
  media: () => ({ url: 'https://assets.example/spaces/1/media/1/_/picture.jpg', alt: 'A picture' }),
  reference({ models }, at) {
    const target = models ? at.root.models.find(({ id }) => id === models[0]) : at.root.models[0]
    if (!target) return null
    return at.depth === 0 ? 12 : itemOf(target, { ...at, depth: at.depth - 1 })
  },
  repeat: ({ fields }, at) => [valuesOf(fields, at)],
  combination: ({ fieldSets }, at) =>
    at.root.fieldSets
      .filter(({ id }) => fieldSets.includes(id))
      .map(({ luid, fields }) => ({ luid, fields: valuesOf(fields, at) })),
  fieldset({ fieldSet }, at) {
    const set = at.root.fieldSets.find(({ id }) => id === fieldSet)
    return set ? valuesOf(set.fields, at) : {}
  },
}

/** One item of a model, with what it refers to opened once, as `GET /v1/contents/{id}` gives it. */
export function exampleOf(model: Model, root: Place['root']): Record<string, unknown> {
  return itemOf(model, { root, depth: 1 })
}

function itemOf(model: Model, at: Place): Record<string, unknown> {
  const title = model.fields.find(({ id }) => id === model.titleFieldId)
  return {
    _id: 12,
    _model: model.luid,
    _title: title ? valueOf(title, at) : '',
    _created_at: time,
    _updated_at: time,
    _published_at: time,
    _last_published_at: time,
    _status: 'published',
    ...(at.root.spaces.length > 1 && { _space: parentSpaceLuid }),
    ...valuesOf(model.fields, at),
  }
}

function valuesOf(fields: readonly Field[], at: Place): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.luid, valueOf(field, at)]))
}

/** The table has an example for each type that takes that type's fields: the one place that claims so. */
function valueOf(field: Field, at: Place): unknown {
  return (examples[field.type] as (field: Field, at: Place) => unknown)(field, at)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
