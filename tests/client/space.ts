/** The space that the client is tested with: every field type, sub-spaces, chains of references. */
import { defaultRootSettings, type Field, type RootDefinition } from '@octavo/schema/definitions.ts'
import { optionsOf, sampleField } from '../../packages/server/src/testing/sample-root.ts'

const articleFields: Field[] = [
  sampleField('text', 201, 'title', { name: 'Title', required: true, maxLength: 70 }),
  sampleField('text', 202, 'slug', { unique: true, translatable: false, pattern: '^[a-z-]+$' }),
  sampleField('multiline', 203, 'lead'),
  sampleField('flexible', 204, 'body'),
  sampleField('boolean', 205, 'featured'),
  sampleField('select', 206, 'kind', {
    options: [{ value: 'news', label: 'News of the week' }, ...optionsOf('essay')],
  }),
  sampleField('multiselect', 207, 'tags', { options: optionsOf('sea', 'hills') }),
  sampleField('datetime', 208, 'starts_at'),
  sampleField('media', 209, 'cover'),
  sampleField('reference', 210, 'author', { models: [21] }),
  sampleField('repeat', 211, 'links', {
    fields: [
      sampleField('text', 321, 'label'),
      sampleField('boolean', 323, 'is_external'),
      sampleField('reference', 322, 'to'),
      sampleField('flexible', 324, 'note'),
    ],
  }),
  sampleField('combination', 212, 'blocks', { fieldSets: [11, 12] }),
  sampleField('fieldset', 213, 'seo', { fieldSet: 11 }),
]

export const clientRoot: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Client tests',
  version: 1,
  languages: [
    { id: 1, key: 'en', bit: 0 },
    { id: 2, key: 'ja', bit: 1 },
  ],
  spaces: [
    { id: 1, luid: '_parent', name: 'Main' },
    { id: 2, luid: 'tokyo', name: 'Tokyo' },
  ],
  fieldSets: [
    {
      id: 11,
      luid: 'seo',
      name: 'SEO',
      fields: [
        sampleField('text', 301, 'meta_title', { maxLength: 70 }),
        sampleField('boolean', 302, 'no_index', { translatable: false }),
      ],
    },
    {
      id: 12,
      luid: 'quote',
      name: 'quote',
      fields: [
        sampleField('multiline', 311, 'words'),
        sampleField('reference', 312, 'by', { models: [21] }),
      ],
    },
  ],
  models: [
    {
      id: 21,
      luid: 'author',
      name: 'Author',
      titleFieldId: 401,
      fields: [
        sampleField('text', 401, 'name'),
        sampleField('flexible', 402, 'bio'),
        sampleField('reference', 403, 'mentor', { models: [21] }),
        sampleField('reference', 404, 'place', { models: [23] }),
      ],
    },
    { id: 22, luid: 'article', name: 'Article', titleFieldId: 201, fields: articleFields },
    {
      id: 23,
      luid: 'place',
      name: 'Place',
      titleFieldId: null,
      fields: [sampleField('text', 501, 'name'), sampleField('datetime', 502, '2nd_visit')],
    },
  ],
  settings: { ...defaultRootSettings, extendedWrites: true },
}
