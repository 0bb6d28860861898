import type { FieldTypeFacts } from './field-type.ts'

/** Plain text with line breaks. */
export const multiline = {
  label: { en: 'Multi-line text', ja: '複数行テキスト' },
  about: { en: 'Plain text with line breaks', ja: '改行のある文章' },
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
  isSortable: true,
  canBeTitle: true,
  hasPlaceholder: true,
  settings: { maxLength: 'maxLength', default: 'linesDefault' },
  examples: ['First line\r\nSecond line'],
} as const satisfies FieldTypeFacts
