import type { FieldTypeFacts } from './field-type.ts'

/** An email address. */
export const email = {
  label: { en: 'Email address', ja: 'メールアドレス' },
  about: { en: 'An address such as ada@example.com', ja: 'ada@example.com などのアドレス' },
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
  isSortable: true,
  hasPlaceholder: true,
  settings: { unique: 'unique', default: 'emailDefault' },
  examples: ['ada@example.com', "o'hara+news@mail.example.co.jp"],
} as const satisfies FieldTypeFacts
