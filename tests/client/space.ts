/** The space of the client tests: the space of the write tests, with longer chains of references. */
import type { Field, FieldSet, Model, RootDefinition } from '@octavo/schema/definitions.ts'
import { optionsOf, sampleField } from '../../packages/server/src/testing/sample-root.ts'
import { writeRoot } from '../../packages/server/src/testing/write-root.ts'

/** Replaces fields of the definition that have the same name. */
function withFields<Owner extends FieldSet | Model>(owner: Owner, own: readonly Field[]): Owner {
  const fields = owner.fields.map((field) => own.find(({ luid }) => luid === field.luid) ?? field)
  const added = own.filter(({ luid }) => !owner.fields.some((field) => field.luid === luid))
  return { ...owner, fields: [...fields, ...added] }
}

const articleFields: Field[] = [
  sampleField('text', 201, 'title', { name: 'Title', required: true, maxLength: 70 }),
  sampleField('select', 206, 'kind', {
    options: [{ value: 'news', label: 'News of the week' }, ...optionsOf('essay')],
  }),
  sampleField('repeat', 211, 'links', {
    fields: [
      sampleField('text', 321, 'label'),
      sampleField('boolean', 323, 'is_external'),
      sampleField('reference', 322, 'to'),
      sampleField('flexible', 324, 'note'),
    ],
  }),
  sampleField('references', 214, 'related', { models: [22, 23] }),
]

const authorFields: Field[] = [
  sampleField('flexible', 402, 'bio'),
  sampleField('reference', 403, 'mentor', { models: [21] }),
  sampleField('reference', 404, 'place', { models: [23] }),
]

const quote: FieldSet = {
  id: 12,
  luid: 'quote',
  name: 'quote',
  fields: [
    sampleField('multiline', 311, 'words'),
    sampleField('reference', 312, 'by', { models: [21] }),
  ],
}

const place: Model = {
  id: 23,
  luid: 'place',
  name: 'Place',
  titleFieldId: null,
  fields: [sampleField('text', 501, 'name'), sampleField('datetime', 502, '2nd_visit')],
}

export const clientRoot: RootDefinition = {
  ...writeRoot,
  name: 'Client tests',
  spaces: writeRoot.spaces.filter(({ luid }) => luid !== 'osaka'),
  fieldSets: writeRoot.fieldSets.map((set) =>
    set.luid === 'seo'
      ? withFields(set, [sampleField('text', 301, 'meta_title', { maxLength: 70 })])
      : quote,
  ),
  models: [
    ...writeRoot.models.map((model) =>
      withFields(model, model.luid === 'author' ? authorFields : articleFields),
    ),
    place,
  ],
  settings: { ...writeRoot.settings, extendedWrites: true },
}
