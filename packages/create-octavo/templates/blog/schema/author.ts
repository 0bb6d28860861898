import { defineModel, field } from 'octavo/config'

export const author = defineModel({
  luid: 'author',
  name: 'Author',
  title: 'name',
  fields: [
    field.text('name', { name: 'Name', required: true, maxLength: 80 }),
    field.multiline('bio', { name: 'About the author', maxLength: 400 }),
    field.media('portrait', { name: 'Portrait', translatable: false }),
  ],
})
