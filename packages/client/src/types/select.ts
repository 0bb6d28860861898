import type {
  FieldAt,
  FieldShape,
  FieldsOf,
  Given,
  IsUntyped,
  LuidsOf,
  ModelName,
  SetFields,
  SpaceShape,
  TextFormat,
} from './space.ts'
import type { ShownSystem } from './system.ts'

/** A selection in any space: names, each complete or with a nested selection. */
export interface SelectShape {
  readonly [name: string]: true | SelectShape | undefined
}

/**
 * The properties to return, in the shape of the response: `{ title: true, author: { name: true } }`.
 * References, repeats and field sets can be nested; combinations are always complete.
 */
export type Select<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true ? SelectShape : SelectSystem<S> & SelectFields<S, FieldsOf<S, M>>

/** A selection for `get`, which can include the neighbours. */
export type SelectWithNeighbours<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true
    ? SelectShape
    : Select<S, M> & {
        readonly _prev?: true | Select<S, M>
        readonly _next?: true | Select<S, M>
        readonly _langs?: true
      }

type SelectSystem<S extends SpaceShape> = { readonly [K in keyof ShownSystem<S, string>]?: true }

type SelectFields<S extends SpaceShape, F> = {
  readonly [K in LuidsOf<F>]?: Given<K, true | SelectInside<S, FieldAt<F, K>>>
}

type SelectInside<S extends SpaceShape, F> = F extends FieldShape
  ? F extends { type: 'reference' | 'references'; models: infer T extends string }
    ? Select<S, Extract<T, ModelName<S>>>
    : F extends { type: 'repeat'; fields: infer I }
      ? SelectFields<S, I>
      : F extends { type: 'fieldset'; fieldSet: infer N }
        ? SelectFields<S, SetFields<S, N>>
        : never
  : never

/** Rejects names that `Allowed` does not have, at every level. */
export type Strict<Sel, Allowed> = Sel extends object
  ? {
      [K in keyof Sel]: K extends keyof Allowed
        ? Sel[K] extends object
          ? Strict<Sel[K], Exclude<NonNullable<Allowed[K]>, true>>
          : Sel[K]
        : never
    }
  : Sel

/** Formats of flexible text, in the shape of the response: `{ body: 'markdown' }`. */
export type Formats<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true ? FormatsShape : FormatFields<S, FieldsOf<S, M>>

/** Formats in any space. */
export interface FormatsShape {
  readonly [name: string]: TextFormat | FormatsShape | undefined
}

type FormatFields<S extends SpaceShape, F> = {
  readonly [K in LuidsOf<F> as FieldAt<F, K> extends Formatless ? never : K]?: Given<
    K,
    FormatAt<S, FieldAt<F, K>>
  >
}

/** Decided by type only, because nested references can be circular. */
type Formatless = {
  type: Exclude<
    FieldShape['type'],
    'flexible' | 'reference' | 'references' | 'repeat' | 'fieldset' | 'combination'
  >
}

type FormatAt<S extends SpaceShape, F> = F extends FieldShape
  ? F extends { type: 'flexible' }
    ? TextFormat
    : F extends { type: 'reference' | 'references'; models: infer T extends string }
      ? Formats<S, Extract<T, ModelName<S>>>
      : F extends { type: 'repeat'; fields: infer I }
        ? FormatFields<S, I>
        : F extends { type: 'fieldset'; fieldSet: infer N }
          ? FormatFields<S, SetFields<S, N>>
          : F extends { type: 'combination'; fieldSets: infer N extends string }
            ? { readonly [Name in N]?: Given<Name, FormatFields<S, SetFields<S, Name>>> }
            : never
  : never
