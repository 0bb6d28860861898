import type { Media, PlainTypes } from './fields.ts'
import type { SelectShape } from './select.ts'
import type {
  Below,
  Depth,
  FieldShape,
  FieldsOf,
  IsUntyped,
  ModelName,
  SetFields,
  SpaceShape,
} from './space.ts'
import type { ShownSystem, SystemProperties } from './system.ts'

/** An item without a known type. */
export type UntypedItem = SystemProperties<SpaceShape, string> & { [luid: string]: unknown }

type Flat<T> = { [K in keyof T]: T[K] }

/**
 * An item of a model in responses: complete, or the properties that `Sel` selects. References are items
 * down to depth `D` and ids below. Media are of type `V`. For several models it is a union, discriminated by `_model`.
 */
export type Item<
  S extends SpaceShape,
  M extends ModelName<S> = ModelName<S>,
  D extends Depth = 1,
  Sel = true,
  V = Media,
> =
  IsUntyped<S> extends true
    ? UntypedItem
    : M extends unknown
      ? Flat<Picked<ShownSystem<S, M>, Sel> & FieldValues<S, FieldsOf<S, M>, D, Sel, V>>
      : never

/** The selected properties. */
type Picked<T, Sel> = Sel extends true
  ? T
  : {
      -readonly [K in keyof Sel as K extends keyof T ? K : never]: K extends keyof T ? T[K] : never
    }

/** The values of some fields, by LUID. */
export type FieldValues<
  S extends SpaceShape,
  F,
  D extends Depth,
  Sel = true,
  V = Media,
> = Sel extends true
  ? { [K in keyof F]: ValueOf<S, F[K], D, true, V> }
  : {
      -readonly [K in keyof Sel as K extends keyof F ? K : never]: K extends keyof F
        ? ValueOf<S, F[K], D, NonNullable<Sel[K]>, V>
        : never
    }

/** The value of a field. A missing value is null, false or empty, depending on the type. */
export type ValueOf<S extends SpaceShape, F, D extends Depth, Sel, V = Media> = F extends FieldShape
  ? F extends { type: infer T extends keyof PlainTypes }
    ? T extends 'media'
      ? V | null
      : PlainTypes[T]['value']
    : F extends { type: 'select'; options: infer O }
      ? O | null
      : F extends { type: 'multiselect'; options: infer O }
        ? O[]
        : F extends { type: 'reference'; models: infer T extends string }
          ? ReferenceValue<S, T, D, Sel, V> | null
          : F extends { type: 'references'; models: infer T extends string }
            ? ReferenceValue<S, T, D, Sel, V>[]
            : F extends { type: 'repeat'; fields: infer I }
              ? Flat<FieldValues<S, I, D, Sel, V>>[]
              : F extends { type: 'combination'; fieldSets: infer N extends string }
                ? CombinationEntry<S, N, D, V>[]
                : F extends { type: 'fieldset'; fieldSet: infer N extends string }
                  ? Flat<FieldValues<S, SetFields<S, N>, D, Sel, V>>
                  : never
  : never

type ReferenceValue<S extends SpaceShape, T extends string, D extends Depth, Sel, V> = D extends 0
  ? number
  : Item<S, Extract<T, ModelName<S>>, Below<D>, Sel, V>

type CombinationEntry<
  S extends SpaceShape,
  Name extends string,
  D extends Depth,
  V,
> = Name extends unknown
  ? { luid: Name; fields: FieldValues<S, SetFields<S, Name>, D, true, V> }
  : never

/** Languages of an item: of the returned data, and all languages that the key can read. */
export interface Languages<S extends SpaceShape> {
  current: S['languages']
  available: S['languages'][]
}

/** Values of the option `include` of `get`. */
export type Inclusion = '_prev' | '_next' | '_langs'

/** The neighbours and languages that `include` adds to an item. */
export type Included<
  S extends SpaceShape,
  M extends ModelName<S>,
  D extends Depth,
  Sel,
  I extends Inclusion,
  V = Media,
> = {
  [K in I as Sel extends true ? K : K extends keyof Sel ? K : never]: K extends '_langs'
    ? Languages<S>
    : Item<
        S,
        M,
        D,
        Sel extends true ? true : K extends keyof Sel ? NonNullable<Sel[K]> : never,
        V
      > | null
}

/** The result of `get`. */
export type ItemWith<
  S extends SpaceShape,
  M extends ModelName<S>,
  D extends Depth,
  Sel,
  I extends Inclusion,
  V = Media,
> = Sel extends unknown ? Item<S, M, D, Sel, V> & Included<S, M, D, Sel, I, V> : never

/** A page of a list. */
export type Page<
  T,
  Total extends boolean = true,
  Cursor extends string | undefined = undefined,
  FacetsOfPage = object,
> = Shown<Total extends true ? PageTotal : object> &
  Shown<Cursor extends string ? PageCursor : PageOffset> &
  FacetsOfPage & {
    limit: number
    data: T[]
    /** The cache tags of a list that was read with `cacheTags`. Not enumerable. */
    readonly tags?: readonly string[]
  }

type Shown<Part> = { [Name in keyof Part]: Part[Name] }

interface PageTotal {
  /** Number of matching items on all pages. */
  total: number
}

interface PageOffset {
  offset: number
}

interface PageCursor {
  /** The cursor of the next page; null on the last page. */
  next_cursor: string | null
}

/** `true`, which means everything, if nothing is selected. */
export type Selected<Sel> = Sel extends SelectShape ? Sel : true
