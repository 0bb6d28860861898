import type { Operator } from '../operators.ts'
import type { SettingKind } from './settings.ts'

/** The kind of definition that a field belongs to. It limits the possible types and settings. */
export type Owner = 'model' | 'field set' | 'repeat'

/** A text in the languages of Studio. */
interface Texts {
  readonly en: string
  readonly ja: string
}

export type FacetKind = 'text' | 'boolean' | 'id' | 'number' | 'date'

/** Facts about a field type that server, client and Studio share. */
export interface FieldTypeFacts {
  readonly label: Texts
  /** One sentence that helps to choose the type. */
  readonly about: Texts
  /** Default: everywhere. */
  readonly allowedIn?: readonly Owner[]
  /** Operators that filters on such a field may use. With `contains`, text search includes the field. */
  readonly operators: readonly Operator[]
  /** The JSON type of operands in `where`. Default: string. */
  readonly operandType?: 'number' | 'boolean'
  readonly isSortable: boolean
  /** The kind of values that `facets` counts, or of numbers and dates whose range it returns. */
  readonly facet?: FacetKind
  /** Set if a value can be the title of an item. */
  readonly canBeTitle?: true
  /** Set if the empty input can show a placeholder. */
  readonly hasPlaceholder?: true
  /** Set if saving fills in empty values. The default is then filled in like them. */
  readonly isDerived?: true
  /** Kinds of the type's own settings by name, in the order of checks and exports. */
  readonly settings: Readonly<Record<string, SettingKind>>
  /** Values as writes accept them; omitted if they depend on the settings or on other content. */
  readonly examples?: readonly unknown[]
}
