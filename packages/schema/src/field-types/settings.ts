/** The settings that fields have beside those that all have, by kind: several types share a kind. */
export interface SettingValues {
  unique: boolean
  maxLength: number | null
  pattern: string | null
  lineDefault: string | null
  linesDefault: string | null
  booleanDefault: boolean
  options: Option[]
  optionDefault: string | null
  optionsDefault: string[]
  /** Ids; null allows every model. */
  models: number[] | null
  /** Ids. */
  fieldSets: number[]
}
export type SettingKind = keyof SettingValues

export interface Option {
  value: string
  label: string
}
