import { defineModel, field } from 'octavo/config'
import { author } from './author.ts'

export const article = defineModel({
  luid: 'article',
  name: 'Article',
  title: 'title',
  fields: [
    field.text('title', { name: 'Title', required: true, maxLength: 120 }),
    field.text('slug', {
      name: 'Address on the site',
      required: true,
      unique: true,
      // One address for all languages.
      translatable: false,
      pattern: '^[a-z0-9-]+$',
    }),
    field.multiline('lead', { name: 'Lead', maxLength: 300 }),
    field.media('cover', { name: 'Cover image', translatable: false }),
    field.flexible('body', { name: 'Text' }),
    field.reference('author', { name: 'Author', models: [author], translatable: false }),
  ],
})
