import type { FieldAt, FieldsOf, IsUntyped, ModelName, SetFields, SpaceShape } from './space.ts'

/** A value of a facet, and the number of matching items that have it. */
export interface FacetCount<Value> {
  value: Value
  count: number
}

/** The least and the greatest value of a facet; null if no matching item has one. */
export interface FacetRange<Value> {
  min: Value | null
  max: Value | null
}

/** Names of fields that can be facets, also in field sets: `seo.kind`. */
export type FacetName<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true ? string : NamesIn<S, FieldsOf<S, M>>

/** The facets of a page, by name. */
export type Facets<S extends SpaceShape, M extends ModelName<S>, F extends string> = {
  [Name in F]: IsUntyped<S> extends true
    ? FacetCount<unknown>[] | FacetRange<unknown>
    : FacetAt<S, FieldsOf<S, M>, Name>
}

/** The property of a page that has the facets, if there are any. */
export type PageFacets<S extends SpaceShape, M extends ModelName<S>, F extends string> = [
  F,
] extends [never]
  ? object
  : { facets: Facets<S, M, F> }

type NamesIn<S extends SpaceShape, F> = F extends unknown
  ? { [K in keyof F & string]: NameOf<S, K, F[K]> }[keyof F & string]
  : never

type NameOf<S extends SpaceShape, K extends string, F> = [FacetOf<F>] extends [never]
  ? F extends { type: 'fieldset'; fieldSet: infer N }
    ? `${K}.${NamesIn<S, SetFields<S, N>>}`
    : never
  : K

type FacetAt<S extends SpaceShape, F, Name extends string> = Name extends `${infer K}.${infer Rest}`
  ? FieldAt<F, K> extends { type: 'fieldset'; fieldSet: infer N }
    ? FacetAt<S, SetFields<S, N>, Rest>
    : never
  : FacetOf<FieldAt<F, Name>>

type FacetOf<F> = F extends { type: 'select' | 'multiselect'; options: infer Option }
  ? FacetCount<Option>[]
  : F extends { type: 'boolean' }
    ? FacetCount<boolean>[]
    : F extends { type: 'reference' | 'references' }
      ? FacetCount<number>[]
      : F extends { type: 'number' }
        ? FacetRange<number>
        : F extends { type: 'date' }
          ? FacetRange<string>
          : never
