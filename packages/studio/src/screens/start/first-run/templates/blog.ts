import { author, coverField, leadField, titleField } from './shared.ts'
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
        titleField(120),
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
        leadField,
        coverField,
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
    author,
  ],
}
