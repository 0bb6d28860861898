import { defineModel, field } from 'octavo/config'

export const page = defineModel({
  luid: 'page',
  name: 'Page',
  title: 'title',
  fields: [
    field.text('title', { name: 'Title', required: true, maxLength: 120 }),
    field.text('slug', {
      name: 'Address on the site',
      required: true,
      unique: true,
      pattern: '^[a-z0-9-]+$',
    }),
    field.flexible('body', { name: 'Text' }),
  ],
})
