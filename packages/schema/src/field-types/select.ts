import type { FieldCommon, FieldTypeFacts } from './field-type.ts'
import type { Option } from './settings.ts'

export interface SelectField extends FieldCommon {
  type: 'select'
  options: Option[]
  default: string | null
}

/** One of the field's options, by its value. */
export const select = {
  label: { en: 'Single select', ja: '単一選択' },
  about: { en: 'One option from a list', ja: 'リストから 1 つ選ぶ' },
  operators: ['eq', 'in'],
  isSortable: true,
  settings: { options: 'options', default: 'optionDefault' },
} as const satisfies FieldTypeFacts<SelectField>
