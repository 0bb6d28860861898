/**
 * A read request after parsing: every name is resolved to ids, every operand to the form in which
 * it is stored. Nothing here comes from outside unchecked, and nothing here knows SQL.
 */
import { hash } from 'node:crypto'
import type { TextFormat } from '@octavo/schema/field-types.ts'

/** What a request can see: one language of one view, and the spaces that its key may read. */
export interface Sight {
  readonly scopes: readonly ScopeRule[]
  /** Null: every space of the root. */
  readonly spaceIds: readonly number[] | null
}

/** One scope, or that part of it which another scope does not have. */
export interface ScopeRule {
  readonly scope: number
  /** With a fallback: the bit (as a power of two) of the language that an item must lack. */
  readonly lacking: number | null
}

/** Which items, in which order; without a page. */
export interface Selection {
  readonly sight: Sight
  readonly modelIds: readonly number[]
  /** True where `modelIds` are all models of the root. */
  readonly isEveryModel: boolean
  /** Narrower than the sight where the request names spaces. */
  readonly spaceIds: readonly number[] | null
  /** All must hold. */
  readonly conditions: readonly Condition[]
  /** Most significant first. Ties are broken by id in the direction of the first. */
  readonly order: readonly OrderKey[]
  readonly isTieDescending: boolean
  /** Empty values come last; first only where a list is walked backwards. */
  readonly areEmptyFirst: boolean
  readonly schemaVersion: number
  /** Models that a path of a condition can reach. */
  readonly reaches: readonly number[]
  /** Models whose items decide what matches: those listed and those that a path can reach. */
  readonly dependsOn: readonly number[]
}

export interface ListQuery {
  readonly selection: Selection
  readonly limit: number
  readonly offset: number
  readonly shape: Shape
}

export interface ItemQuery {
  /** The list in which `_prev` and `_next` are neighbours. */
  readonly selection: Selection
  readonly include: ReadonlySet<Inclusion>
  readonly shape: Shape
}

export const inclusions = ['_prev', '_next', '_langs'] as const
export type Inclusion = (typeof inclusions)[number]

/** How items are shown. */
export interface Shape {
  readonly depth: number
  /** Null: everything. */
  readonly select: NameTree | null
  readonly formats: FormatTree
  /** Language of alternative texts. */
  readonly languageId: number
}

/** Dotted names as a tree; null below a name takes all of it. */
export type NameTree = ReadonlyMap<string, NameTree | null>

export type FormatTree = ReadonlyMap<string, FormatNode>
export interface FormatNode {
  readonly format: TextFormat | null
  readonly inner: FormatTree
}

/** A field, and the models whose items have it under the path that was asked for. */
export interface FieldTarget {
  readonly fieldId: number
  readonly modelIds: readonly number[]
  /** True where items of other models may have keys of this field too: it is part of a field set. */
  readonly isShared: boolean
}

export type KeyTest =
  | { readonly kind: 'oneOf'; readonly keys: readonly string[] }
  /** All bounds must hold. */
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
  /** One of the reference fields points to one of these items, and the request can see it. */
  | {
      readonly kind: 'refers'
      readonly targets: readonly FieldTarget[]
      readonly ids: readonly number[]
    }
  /** One of the reference fields points to an item that the request can see and that passes. */
  | {
      readonly kind: 'through'
      readonly targets: readonly FieldTarget[]
      readonly inner: Condition
    }
  | { readonly kind: 'id'; readonly ids: readonly number[] }
  | { readonly kind: 'idBeyond'; readonly comparison: 'lt' | 'gt'; readonly id: number }
  | { readonly kind: 'model'; readonly ids: readonly number[] }
  | { readonly kind: 'space'; readonly ids: readonly number[] }
  | { readonly kind: 'status'; readonly statuses: readonly string[] }
  | {
      readonly kind: 'time'
      readonly column: TimeColumn
      readonly comparison: Comparison | 'eq'
      readonly time: number
    }
  | { readonly kind: 'timeKnown'; readonly column: TimeColumn; readonly isKnown: boolean }
  /** A folded keyword, somewhere (null) or in one of these fields. */
  | {
      readonly kind: 'text'
      readonly targets: readonly FieldTarget[] | null
      readonly keyword: string
    }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'never' }

export type OrderBy =
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
      /** True where no key can be longer than what is indexed of it. */
      readonly isShort: boolean
    }

export interface OrderKey {
  readonly by: OrderBy
  readonly isDescending: boolean
}

/** A selection with one condition more. */
export function withCondition(selection: Selection, condition: Condition): Selection {
  return { ...selection, conditions: [...selection.conditions, condition] }
}

const selectionNames = new WeakMap<Selection, string>()

/** The same for equal selections. */
export function nameOfSelection(selection: Selection): string {
  const known = selectionNames.get(selection)
  if (known !== undefined) return known
  // Shorter than the selection: caches hold thousands of names.
  const name = hash('sha256', JSON.stringify(selection), 'base64')
  selectionNames.set(selection, name)
  return name
}
