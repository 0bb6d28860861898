import type { FieldTypeFacts } from './field-type.ts'

/** A readable name for URLs, unique in the model, space and language. */
export const slug = {
  label: { en: 'Slug', ja: 'スラッグ' },
  about: {
    en: 'A unique name for URLs, derived from another field',
    ja: 'URL 用の重複しない名前。ほかのフィールドから作られる',
  },
  allowedIn: ['model'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'startswith', 'exists'],
  isSortable: true,
  settings: { from: 'sourceField', default: 'slugDefault' },
  isDerived: true,
  examples: ['harbour-at-dawn', '夜明けの港'],
} as const satisfies FieldTypeFacts
