import type { FieldCommon, FieldTypeFacts } from './field-type.ts'

export interface TextField extends FieldCommon {
  type: 'text'
  /** No two published items of one space and language share a value. Top-level model fields only. */
  unique: boolean
  maxLength: number | null
  /** JavaScript regular expression with the `u` flag; the value must match it somewhere. */
  pattern: string | null
  default: string | null
}

/** Text on one line. */
export const text = {
  label: { en: 'Single-line text', ja: '1 行テキスト' },
  about: { en: 'A name, a title, a slug', ja: '名前・タイトル・スラッグなど' },
  operators: ['eq', 'in', 'contains'],
  isSortable: true,
  canBeTitle: true,
  settings: {
    unique: 'unique',
    maxLength: 'maxLength',
    pattern: 'pattern',
    default: 'lineDefault',
  },
  examples: ['Harbour', '港', '"<quoted>"'],
} as const satisfies FieldTypeFacts<TextField>
