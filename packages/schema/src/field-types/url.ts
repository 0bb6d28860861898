import type { FieldTypeFacts } from './field-type.ts'

/** An absolute URL of a scheme that is safe in links. */
export const url = {
  label: { en: 'URL', ja: 'URL' },
  about: { en: 'The address of a page on another site', ja: 'ほかのサイトのページなどのアドレス' },
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
  isSortable: true,
  hasPlaceholder: true,
  settings: { unique: 'unique', default: 'urlDefault' },
  examples: ['https://example.com/', 'mailto:ada@example.com', 'https://example.jp/港?q=1#a'],
} as const satisfies FieldTypeFacts
