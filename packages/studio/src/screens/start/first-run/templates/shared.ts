/** Models and fields that several templates have. */
import type { FieldInput, FieldSetInput, ModelInput } from '@octavo/schema/admin/schema.ts'

/** For pages that search engines show. */
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

export const seoField: FieldInput = {
  luid: 'seo',
  type: 'fieldset',
  name: 'Search and sharing',
  names: { ja: '検索と共有' },
}

export const titleField = (maxLength: number): FieldInput => ({
  luid: 'title',
  type: 'text',
  name: 'Title',
  names: { ja: 'タイトル' },
  required: true,
  maxLength,
})

export const nameField = (maxLength: number): FieldInput => ({
  luid: 'name',
  type: 'text',
  name: 'Name',
  names: { ja: '名前' },
  required: true,
  maxLength,
})

/** A slug that is derived from the field `from`. */
export const slugField = (from: string): FieldInput => ({
  luid: 'slug',
  type: 'slug',
  name: 'Address on the site',
  names: { ja: 'サイト上のアドレス' },
  from,
  required: true,
})

export const leadField: FieldInput = {
  luid: 'lead',
  type: 'multiline',
  name: 'Lead',
  names: { ja: 'リード' },
  maxLength: 300,
}

export const coverField: FieldInput = {
  luid: 'cover',
  type: 'media',
  name: 'Cover image',
  names: { ja: 'カバー画像' },
  translatable: false,
}

export const author: ModelInput = {
  luid: 'author',
  name: 'Author',
  names: { ja: '著者' },
  icon: 'user',
  title: 'name',
  picture: 'portrait',
  fields: [
    nameField(80),
    {
      luid: 'bio',
      type: 'multiline',
      name: 'About the author',
      names: { ja: '紹介文' },
      maxLength: 400,
    },
    {
      luid: 'portrait',
      type: 'media',
      name: 'Portrait',
      names: { ja: '写真' },
      translatable: false,
    },
  ],
}
