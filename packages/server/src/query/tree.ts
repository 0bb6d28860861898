/**
 * A parsed read request: every name is resolved to ids, every operand to its stored form. All of it is
 * validated and independent of SQL.
 */
import type { FacetKind } from '@octavo/schema/field-types/field-type.ts'
import type { View } from './view.ts'

/** The visibility of a request: one language of one view, and the spaces that its key may read. */
export interface Visibility {
  readonly scopes: readonly ScopeRule[]
  /** Null for every space of the root. */
  readonly spaceIds: readonly number[] | null
}

/** A scope, or the part of it that another scope lacks. */
export interface ScopeRule {
  readonly scope: number
  /** With a fallback: the bit (as a power of two) of the language that an item must lack. */
  readonly lacking: number | null
  /** Present if planned changes are shown as if they had happened; the same in all scopes of a request. */
  readonly preview?: ShownPreview
}

/** Rows of planned changes in the store. */
export interface ShownPreview {
  readonly slot: number
  /** Differs after each change of the rows. */
  readonly revision: number
}

/** Which items, in which order, without paging. */
export interface Selection {
  readonly visibility: Visibility
  readonly modelIds: readonly number[]
  /** Whether `modelIds` are all models of the root. */
  readonly isEveryModel: boolean
  /** Narrower than the visibility if the request names spaces. */
  readonly spaceIds: readonly number[] | null
  /** All conditions must match. */
  readonly conditions: readonly Condition[]
  /** Most significant first. Ties are broken by id in the direction of the first. */
  readonly order: readonly OrderKey[]
  readonly isTieDescending: boolean
  /** Empty values come last, or first when a list is read backwards. */
  readonly areEmptyFirst: boolean
  readonly schemaVersion: number
  /** Models that the path of a condition or of a sort key can reach. */
  readonly reaches: readonly number[]
  /** Models whose items determine the matches: those listed and those that a path can reach. */
  readonly dependsOn: readonly number[]
}

/** A position in an order: the sort values of an item; null if empty. */
export interface Position {
  readonly itemId: number
  readonly values: readonly (string | number | null)[]
}

export interface ListQuery {
  readonly selection: Selection
  readonly limit: number
  readonly offset: number
  /** Present if the list is read by cursor; then there is no offset. */
  readonly cursor: CursorQuery | null
  readonly facets: FacetQuery | null
  /** Whether to count all matching items. */
  readonly hasTotal: boolean
  readonly shape: Shape
  /** Whether the client requests the cache tags of the response. */
  readonly hasTags: boolean
}

/** The values of a field in all matching items. */
export interface Facet {
  readonly name: string
  readonly kind: FacetKind
  readonly targets: readonly FieldTarget[]
}

export interface FacetQuery {
  readonly facets: readonly Facet[]
  /** Models whose items determine the values. */
  readonly dependsOn: readonly number[]
}

export interface CursorQuery {
  /** The page begins after this position; null for the first page. */
  readonly after: Position | null
  /** Equal for requests of the same list. */
  readonly list: string
}

export interface ItemQuery {
  /** The list in which `_prev` and `_next` are neighbours. */
  readonly selection: Selection
  readonly include: ReadonlySet<Inclusion>
  readonly shape: Shape
  readonly hasTags: boolean
}

export const inclusions = ['_prev', '_next', '_langs'] as const
export type Inclusion = (typeof inclusions)[number]

/** How items are shown. */
export interface Shape {
  readonly depth: number
  readonly view: View
  /** Language of alternative texts. */
  readonly languageId: number
  readonly hasMediaDetails: boolean
}

/** A field, and the models whose items have it at the requested path. */
export interface FieldTarget {
  readonly fieldId: number
  readonly modelIds: readonly number[]
  /** Whether items of other models may have keys of this field too, because it is part of a field set. */
  readonly isShared: boolean
  /** Present if an item may have several keys of this field: it is a list, or inside a repeat. */
  readonly isMany?: true
}

export type KeyTest =
  | { readonly kind: 'oneOf'; readonly keys: readonly string[] }
  /** Compares only the indexed part of the key. */
  | {
      readonly kind: 'indexed'
      readonly comparison: Comparison | 'eq'
      readonly key: string
    }
  /** The key is in one of these ranges. Only leads to rows that another condition tests. */
  | { readonly kind: 'within'; readonly ranges: readonly (readonly [low: string, high: string])[] }
  /** All bounds must match. */
  | { readonly kind: 'range'; readonly bounds: readonly Bound[] }

export interface Bound {
  readonly comparison: Comparison
  readonly key: string
}

export type Comparison = 'lt' | 'lte' | 'gt' | 'gte'

export interface KeyTarget extends FieldTarget {
  readonly test: KeyTest
}

export type TimeColumn = 'created_at' | 'updated_at' | 'published_at' | 'last_published_at'

export type Condition =
  /** One of the fields has a key that passes its test. */
  | { readonly kind: 'keys'; readonly targets: readonly KeyTarget[] }
  /** None of the fields has a key. */
  | { readonly kind: 'empty'; readonly targets: readonly FieldTarget[] }
  /** One of the reference fields refers to one of these items (null for any), and the item is visible. */
  | {
      readonly kind: 'refers'
      readonly targets: readonly FieldTarget[]
      readonly ids: readonly number[] | null
    }
  /** One of the media fields has media that is neither archived nor deleted. */
  | { readonly kind: 'shows'; readonly targets: readonly FieldTarget[] }
  /** One of the reference fields refers to a visible item that matches the inner condition. */
  | {
      readonly kind: 'through'
      readonly targets: readonly FieldTarget[]
      readonly inner: Condition
    }
  /** One of the repeats has an entry that matches the inner condition, with all its parts. */
  | {
      readonly kind: 'entry'
      readonly targets: readonly FieldTarget[]
      readonly inner: Condition
    }
  | { readonly kind: 'id'; readonly ids: readonly number[] }
  | { readonly kind: 'idBeyond'; readonly comparison: 'lt' | 'gt'; readonly id: number }
  | { readonly kind: 'model'; readonly ids: readonly number[] }
  | { readonly kind: 'space'; readonly ids: readonly number[] }
  | { readonly kind: 'status'; readonly statuses: readonly string[] }
  /** The item has no data in the language with this bit (as a power of two). */
  | { readonly kind: 'lacks'; readonly language: number }
  | {
      readonly kind: 'time'
      readonly column: TimeColumn
      readonly comparison: Comparison | 'eq'
      readonly time: number
    }
  | { readonly kind: 'timeKnown'; readonly column: TimeColumn; readonly isKnown: boolean }
  /** A folded keyword in any field (null) or in one of these fields. */
  | {
      readonly kind: 'text'
      readonly targets: readonly FieldTarget[] | null
      readonly keyword: string
      /** Present if a text of the fields must start with the keyword. */
      readonly isStart?: true
      /** Present if the texts of the fields are also their keys. */
      readonly isKeyed?: true
    }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  /** Matches everything if empty. */
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | {
      readonly kind: 'not'
      readonly of: Condition
      /** Present if only items whose models have the fields of the condition are searched. */
      readonly isOfFields?: true
    }
  | { readonly kind: 'never' }

/** By a property of the item itself. */
export type OwnOrderBy =
  | { readonly kind: 'id' }
  | { readonly kind: 'time'; readonly column: TimeColumn }
  | { readonly kind: 'status' }
  /** Ids in the order of their LUIDs. */
  | {
      readonly kind: 'rank'
      readonly column: 'model_id' | 'space_id'
      readonly ids: readonly number[]
    }
  | {
      readonly kind: 'field'
      readonly targets: readonly FieldTarget[]
      /** Whether every key fits into the indexed prefix. */
      readonly isShort: boolean
    }

export type OrderBy =
  | OwnOrderBy
  /** By a property of the visible item that one of the reference fields refers to. */
  | {
      readonly kind: 'through'
      readonly targets: readonly FieldTarget[]
      readonly by: OwnOrderBy
    }

export interface OrderKey {
  readonly by: OrderBy
  readonly isDescending: boolean
}

/** The selection with an additional condition. */
export function withCondition(selection: Selection, condition: Condition): Selection {
  return { ...selection, conditions: [...selection.conditions, condition] }
}
