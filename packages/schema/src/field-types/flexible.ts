import type { FieldTypeFacts } from './field-type.ts'

/** Text with markup. */
export const flexible = {
  label: { en: 'Flexible text', ja: '自由テキスト' },
  about: {
    en: 'Text with headings, lists, images and embeds',
    ja: '見出し・リスト・画像・埋め込みを含む文章',
  },
  operators: ['contains', 'startswith', 'exists'],
  isSortable: false,
  hasPlaceholder: true,
  settings: { maxLength: 'maxLength' },
  examples: ['<p>Text with <strong>markup</strong>.</p>'],
} as const satisfies FieldTypeFacts
