import type { FieldTypeFacts } from './field-type.ts'

/** Other content items, by id, in an order that editors choose. */
export const references = {
  label: { en: 'List of references', ja: '参照リスト' },
  about: { en: 'Links to several items, in order', ja: 'ほかのコンテンツを順に並べて指す' },
  operandType: 'number',
  operators: ['has', 'hasany', 'hasall', 'exists'],
  isSortable: false,
  facet: 'id',
  settings: {
    models: 'models',
    min: 'minEntries',
    max: 'maxEntries',
    default: 'referencesDefault',
  },
} as const satisfies FieldTypeFacts
