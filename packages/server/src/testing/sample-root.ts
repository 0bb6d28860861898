/** A root space with a field of every type, for readable tests. */
import type { Field, FieldOf, RootDefinition } from '@octavo/schema/definitions.ts'
import { defaultRootSettings } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { defaultOf, settingsOf } from '../modeling/field-settings.ts'

/** A field with default settings, except for the given ones. */
export function sampleField<Name extends FieldTypeName>(
  type: Name,
  id: number,
  luid: string,
  given: Partial<FieldOf<Name>> = {},
): FieldOf<Name> {
  const settings = settingsOf(type).map(([name, read]) => [name, defaultOf(read)])
  const common = { id, luid, name: luid, required: false, translatable: true, type }
  const field: unknown = { ...common, ...Object.fromEntries(settings), ...given }
  return field as FieldOf<Name>
}

export function optionsOf(...values: string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }))
}

const seoFields: Field[] = [
  sampleField('text', 301, 'meta_title', { maxLength: 5, required: true }),
  sampleField('boolean', 302, 'no_index', { translatable: false }),
  sampleField('text', 303, 'robots', { default: 'all', translatable: false }),
]

const quoteFields: Field[] = [
  sampleField('multiline', 311, 'words', { required: true }),
  sampleField('reference', 312, 'by', { models: [21] }),
  sampleField('text', 313, 'tone', { default: 'calm', translatable: false }),
]

const articleFields: Field[] = [
  sampleField('text', 201, 'title', { required: true }),
  sampleField('text', 202, 'slug', { pattern: '^[a-z0-9-]+$', translatable: false }),
  sampleField('multiline', 203, 'lead', { maxLength: 10 }),
  sampleField('flexible', 204, 'body', { maxLength: 10 }),
  sampleField('boolean', 205, 'featured', { default: true }),
  sampleField('select', 206, 'kind', { options: optionsOf('news', 'essay'), default: 'news' }),
  sampleField('multiselect', 207, 'tags', { options: optionsOf('sea', 'hills') }),
  sampleField('datetime', 208, 'starts_at'),
  sampleField('media', 209, 'cover'),
  sampleField('reference', 210, 'author', { models: [21] }),
  sampleField('repeat', 211, 'links', {
    fields: [
      sampleField('text', 321, 'label', { required: true, translatable: false }),
      sampleField('boolean', 322, 'external'),
      sampleField('reference', 323, 'to'),
    ],
  }),
  sampleField('combination', 212, 'blocks', { fieldSets: [12] }),
  sampleField('fieldset', 213, 'seo', { fieldSet: 11 }),
]

export const sampleRoot: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [
    { id: 1, key: 'en', bit: 0 },
    { id: 2, key: 'ja', bit: 1 },
  ],
  spaces: [{ id: 1, luid: '_parent', name: 'Main' }],
  fieldSets: [
    { id: 11, luid: 'seo', name: 'SEO', fields: seoFields },
    { id: 12, luid: 'quote', name: 'Quote', fields: quoteFields },
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
