import type { FieldTypeFacts } from './field-type.ts'

/** Yes or no. */
export const boolean = {
  label: { en: 'Yes or no', ja: '真偽値' },
  about: { en: 'A switch, such as “featured”', ja: '「注目」などのスイッチ' },
  operators: ['eq', 'ne'],
  operandType: 'boolean',
  isSortable: true,
  facet: 'boolean',
  settings: { default: 'booleanDefault' },
  examples: [true, false],
} as const satisfies FieldTypeFacts
