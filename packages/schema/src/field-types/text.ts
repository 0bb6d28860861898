import type { FieldTypeFacts } from './field-type.ts'

/** Plain text on one line. */
export const text = {
  label: { en: 'Single-line text', ja: '1 行テキスト' },
  about: { en: 'A name, a title, a slug', ja: '名前・タイトル・スラッグなど' },
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
  isSortable: true,
  canBeTitle: true,
  hasPlaceholder: true,
  settings: {
    unique: 'unique',
    maxLength: 'maxLength',
    pattern: 'pattern',
    default: 'lineDefault',
  },
  examples: ['Harbour', '港', '"<quoted>"'],
} as const satisfies FieldTypeFacts
