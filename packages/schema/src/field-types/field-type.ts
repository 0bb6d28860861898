import type { Operator } from '../operators.ts'
import type { SettingKind } from './settings.ts'

/** Where a field stands: not every type and setting is possible everywhere. */
export type Owner = 'model' | 'field set' | 'repeat'

/** In the languages of Studio. */
interface Words {
  readonly en: string
  readonly ja: string
}

/** What server, client and Studio agree on about one field type. */
export interface FieldTypeFacts {
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
  /** Kinds of its own settings by name, in the order in which they are read and exported. */
  readonly settings: Readonly<Record<string, SettingKind>>
  /** Values as a write takes them; left out where they depend on the settings or on other content. */
  readonly examples?: readonly unknown[]
}
