import type { FieldTypeFacts } from './field-type.ts'

/** A color, with or without opacity. */
export const color = {
  label: { en: 'Color', ja: '色' },
  about: { en: 'A color such as #336699', ja: '#336699 などの色' },
  operators: ['eq', 'ne', 'in', 'nin', 'exists'],
  isSortable: true,
  settings: { default: 'colorDefault' },
  examples: ['#336699', '#33669980', '#ABCDEF'],
} as const satisfies FieldTypeFacts
