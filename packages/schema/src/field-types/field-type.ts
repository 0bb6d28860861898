import type { Operator } from '../operators.ts'
import type { SettingKind, SettingValues } from './settings.ts'

/** What a field of every type has. */
export interface FieldCommon {
  id: number
  /** For a field of type `fieldset` always the LUID of its set. */
  luid: string
  name: string
  /** Checked when data becomes published, not when a draft is saved. */
  required: boolean
  /** False: every language shows the main language's value. */
  translatable: boolean
}

/** Where a field stands: not every type and setting is possible everywhere. */
export type Owner = 'model' | 'field set' | 'repeat'

/** In the languages of Studio. */
interface Words {
  readonly en: string
  readonly ja: string
}

/** What server, client and Studio agree on about one field type. `F` is the definition of its fields. */
export interface FieldTypeFacts<F extends FieldCommon> {
  readonly label: Words
  /** One sentence that helps to choose the type. */
  readonly about: Words
  /** Left out: everywhere. */
  readonly standsIn?: readonly Owner[]
  /** Operators that a filter on such a field may use. `contains` makes the search look into it. */
  readonly operators: readonly Operator[]
  readonly isSortable: boolean
  /** Present where a value can be the title of an item. */
  readonly canBeTitle?: true
  /** Its own settings by name, in the order in which they are read and exported. */
  readonly settings: { readonly [Name in OwnSetting<F>]: KindOf<F[Name]> }
  /** Values as a write takes them; left out where they depend on the settings or on other content. */
  readonly examples?: readonly unknown[]
}

/** The fields of a repeat and the set of a field set are no settings: they are fields themselves. */
type OwnSetting<F> = Exclude<keyof F, keyof FieldCommon | 'type' | 'fields' | 'fieldSet'>
type KindOf<Value> = {
  [Kind in SettingKind]: SettingValues[Kind] extends Value ? Kind : never
}[SettingKind]
