import type { FieldTypeFacts } from './field-type.ts'

/** Any JSON value except null, which is an empty value. */
export const json = {
  label: { en: 'JSON', ja: 'JSON' },
  about: {
    en: 'Data for code, such as settings of a chart',
    ja: 'グラフの設定など、コードのためのデータ',
  },
  operators: ['exists'],
  isSortable: false,
  settings: { schema: 'jsonSchema', default: 'jsonDefault' },
  examples: [{ a: [1, 'b', null, true] }],
} as const satisfies FieldTypeFacts
