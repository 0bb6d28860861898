import type { FieldTypeFacts } from './field-type.ts'

/** A point in time. */
export const datetime = {
  label: { en: 'Date and time', ja: '日時' },
  about: { en: 'A date and time, stored in UTC', ja: '日時(UTC で保存)' },
  operators: ['lt', 'lte', 'gt', 'gte', 'exists'],
  isSortable: true,
  settings: {},
  examples: ['2026-11-14T00:00:00.000Z'],
} as const satisfies FieldTypeFacts
