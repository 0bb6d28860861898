import type { FieldSetInput, SchemaInput } from '@octavo/schema/admin/schema.ts'

/** Models to begin with, in the format of schema files. */
export type Template = Pick<SchemaInput, 'fieldSets' | 'models'>

export const templateNames = ['blog', 'magazine', 'catalogue', 'documentation'] as const
export type TemplateName = (typeof templateNames)[number]

/** Shared by templates with pages that search engines show. */
export const seo: FieldSetInput = {
  luid: 'seo',
  name: 'Search and sharing',
  names: { ja: '検索と共有' },
  fields: [
    {
      luid: 'meta_title',
      type: 'text',
      name: 'Title for search engines',
      names: { ja: '検索用タイトル' },
      maxLength: 60,
    },
    {
      luid: 'meta_description',
      type: 'multiline',
      name: 'Description',
      names: { ja: '説明' },
      maxLength: 160,
    },
    { luid: 'share_image', type: 'media', name: 'Share image', names: { ja: '共有画像' } },
  ],
}
