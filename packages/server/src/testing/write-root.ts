/** A root space for tests of writes: every field type, a sub-space and validation rules. */
import { defaultRootSettings, type Field, type RootDefinition } from '@octavo/schema/definitions.ts'
import { optionsOf, sampleField } from './sample-root.ts'

const articleFields: Field[] = [
  sampleField('text', 201, 'title', { required: true, maxLength: 20 }),
  sampleField('text', 202, 'slug', { unique: true, translatable: false, pattern: '^[a-z-]+$' }),
  sampleField('multiline', 203, 'lead'),
  sampleField('flexible', 204, 'body'),
  sampleField('boolean', 205, 'featured'),
  sampleField('select', 206, 'kind', { options: optionsOf('news', 'essay') }),
  sampleField('multiselect', 207, 'tags', { options: optionsOf('sea', 'hills') }),
  sampleField('datetime', 208, 'starts_at'),
  sampleField('media', 209, 'cover'),
  sampleField('reference', 210, 'author', { models: [21] }),
  sampleField('repeat', 211, 'links', {
    fields: [sampleField('text', 321, 'label'), sampleField('reference', 322, 'to')],
  }),
  sampleField('combination', 212, 'blocks', { fieldSets: [11, 12] }),
  sampleField('fieldset', 213, 'seo', { fieldSet: 11 }),
]

export const writeRoot: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [
    { id: 1, key: 'en', bit: 0 },
    { id: 2, key: 'ja', bit: 1 },
  ],
  spaces: [
    { id: 1, luid: '_parent', name: 'Main' },
    { id: 2, luid: 'tokyo', name: 'Tokyo' },
    { id: 3, luid: 'osaka', name: 'Osaka' },
  ],
  fieldSets: [
    {
      id: 11,
      luid: 'seo',
      name: 'SEO',
      fields: [
        sampleField('text', 301, 'meta_title', { maxLength: 10 }),
        sampleField('boolean', 302, 'no_index', { translatable: false }),
      ],
    },
    {
      id: 12,
      luid: 'quote',
      name: 'Quote',
      fields: [
        sampleField('multiline', 311, 'words'),
        sampleField('repeat', 312, 'sources', {
          fields: [sampleField('text', 331, 'name'), sampleField('reference', 332, 'page')],
        }),
      ],
    },
  ],
  models: [
    {
      id: 21,
      luid: 'author',
      name: 'Author',
      titleFieldId: 401,
      fields: [sampleField('text', 401, 'name')],
    },
    { id: 22, luid: 'article', name: 'Article', titleFieldId: 201, fields: articleFields },
  ],
  settings: defaultRootSettings,
}
