import type { FieldTypeFacts } from './field-type.ts'

/** A calendar date, without a time or a time zone. */
export const date = {
  label: { en: 'Date', ja: '日付' },
  about: { en: 'A day, without a time', ja: '時刻のない日付' },
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
  isSortable: true,
  facet: 'date',
  settings: { unique: 'unique', default: 'dateDefault' },
  examples: ['2026-11-14'],
} as const satisfies FieldTypeFacts
