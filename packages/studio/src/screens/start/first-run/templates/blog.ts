import type { Template } from './template.ts'

/** The models of the blog that `npm create octavo` offers, with Japanese names. */
export const blog: Template = {
  fieldSets: [],
  models: [
    {
      luid: 'article',
      name: 'Article',
      names: { ja: '記事' },
      icon: 'article',
      title: 'title',
      picture: 'cover',
      fields: [
        {
          luid: 'title',
          type: 'text',
          name: 'Title',
          names: { ja: 'タイトル' },
          required: true,
          maxLength: 120,
        },
        {
          luid: 'slug',
          type: 'text',
          name: 'Address on the site',
          names: { ja: 'サイト上のアドレス' },
          required: true,
          unique: true,
          translatable: false,
          pattern: '^[a-z0-9-]+$',
        },
        { luid: 'lead', type: 'multiline', name: 'Lead', names: { ja: 'リード' }, maxLength: 300 },
        {
          luid: 'cover',
          type: 'media',
          name: 'Cover image',
          names: { ja: 'カバー画像' },
          translatable: false,
        },
        { luid: 'body', type: 'flexible', name: 'Text', names: { ja: '本文' } },
        {
          luid: 'author',
          type: 'reference',
          name: 'Author',
          names: { ja: '著者' },
          models: ['author'],
          translatable: false,
        },
      ],
    },
    {
      luid: 'author',
      name: 'Author',
      names: { ja: '著者' },
      icon: 'user',
      title: 'name',
      picture: 'portrait',
      fields: [
        {
          luid: 'name',
          type: 'text',
          name: 'Name',
          names: { ja: '名前' },
          required: true,
          maxLength: 80,
        },
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
    },
  ],
}
