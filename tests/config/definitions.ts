/** A configuration that the type tests look at. It says the same as tests/client/generated.ts does of its space. */
import { defineConfig, defineFieldSet, defineModel, field } from 'octavo/config'

export const seo = defineFieldSet({
  luid: 'seo',
  fields: [field.text('meta_title', { maxLength: 70 }), field.boolean('no_index')],
})

export const author = defineModel({
  luid: 'author',
  title: 'name',
  fields: [
    field.text('name', { required: true }),
    field.reference('mentor', { models: ['author'] }),
    field.reference('newest', { models: ['article'] }),
  ],
})

export const quote = defineFieldSet({
  luid: 'quote',
  fields: [field.multiline('words'), field.reference('by', { models: [author] })],
})

export const article = defineModel({
  luid: 'article',
  name: 'Article',
  title: 'title',
  fields: [
    field.text('title', { required: true, translatable: false }),
    field.flexible('body'),
    field.select('kind', { options: [{ value: 'news', label: 'News' }, 'essay'], default: 'news' }),
    field.multiselect('tags', { options: ['sea', 'hills'], default: ['sea'] }),
    field.datetime('starts_at'),
    field.media('cover'),
    field.reference('author', { models: [author] }),
    field.repeat('links', { fields: [field.text('label'), field.reference('to')] }),
    field.combination('blocks', { fieldSets: [quote] }),
    field.fieldset(seo),
  ],
})

export const config = defineConfig({
  port: 4100,
  languages: ['en', 'ja'],
  spaces: [{ luid: 'tokyo', name: 'Tokyo' }],
  fieldSets: [seo, quote],
  models: [author, article],
})
