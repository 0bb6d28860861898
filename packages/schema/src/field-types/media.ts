import type { FieldTypeFacts } from './field-type.ts'

/** A media item, by id. */
export const media = {
  label: { en: 'Media', ja: 'メディア' },
  about: { en: 'An image or another file', ja: '画像などのファイル' },
  operators: ['exists'],
  isSortable: false,
  settings: {},
} as const satisfies FieldTypeFacts
