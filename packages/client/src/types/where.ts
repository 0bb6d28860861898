import type { Contains, Exists, Has, OneOf, PlainTypes, Range, SortableType } from './fields.ts'
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
  Status,
} from './space.ts'

/** A filter in any space. */
export interface WhereShape {
  readonly [name: string]: WhereValue | undefined
}

/** An operand, nested names, or groups. */
export type WhereValue = WhereShape | Operand | readonly WhereShape[]

/** The value that an operator compares with. */
export type Operand = string | number | boolean | Date | readonly (string | number)[]

/** Number of references that a filter path may still follow. */
type Hops = 0 | 1 | 2 | 3
type Fewer<H extends Hops> = H extends 3 ? 2 : H extends 2 ? 1 : 0

/**
 * Conditions that must all match: a field, an operator, a value. Field sets, references (at most three)
 * and repeats can be nested: `{ author: { name: { eq: 'Ada' } } }`. A condition inside of a list of references
 * matches if one of the listed items matches. Groups combine conditions:
 * `{ $or: [{ kind: { eq: 'news' } }, { $not: { featured: { eq: true } } }] }`.
 */
export type Where<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true ? WhereShape : WhereGroup<WhereItem<S, M, 3>>

/** Conditions, and groups of them. */
type WhereGroup<W> = W & {
  /** All of these match. */
  readonly $and?: readonly WhereGroup<W>[]
  /** At least one of these matches. */
  readonly $or?: readonly WhereGroup<W>[]
  /** This does not match. */
  readonly $not?: WhereGroup<W>
}

/** Conditions on the entries of a list, each of which is tested alone. */
interface WhereEntries<W> {
  /** At least one entry matches. */
  readonly $some?: WhereGroup<W>
  /** No entry matches. */
  readonly $none?: WhereGroup<W>
  /** Every entry matches. */
  readonly $every?: WhereGroup<W>
}

type WhereItem<S extends SpaceShape, M extends ModelName<S>, H extends Hops> = WhereSystem<S> &
  WhereFields<S, FieldsOf<S, M>, H>

interface WhereSystem<S extends SpaceShape> {
  readonly _id?: OneOf<number>
  readonly _model?: OneOf<ModelName<S>>
  readonly _space?: OneOf<S['spaces']>
  readonly _status?: OneOf<Status>
  readonly _title?: OneOf<string> & Contains & Exists
  readonly _created_at?: Range & Exists
  readonly _updated_at?: Range & Exists
  readonly _published_at?: Range & Exists
  readonly _last_published_at?: Range & Exists
}

type WhereFields<S extends SpaceShape, F, H extends Hops> = {
  readonly [K in LuidsOf<F>]?: Given<K, WhereField<S, FieldAt<F, K>, H>>
}

type WhereField<S extends SpaceShape, F, H extends Hops> = F extends FieldShape
  ? F extends { type: infer T extends keyof PlainTypes }
    ? PlainTypes[T]['where']
    : F extends { type: 'select'; options: infer O }
      ? OneOf<O> & Exists
      : F extends { type: 'multiselect'; options: infer O }
        ? Has<O> & Exists
        : F extends { type: 'reference'; models: infer T extends string }
          ? WhereReference<S, Extract<T, ModelName<S>>, H, OneOf<number> & Exists>
          : F extends { type: 'references'; models: infer T extends string }
            ? WhereReferences<S, Extract<T, ModelName<S>>, H>
            : F extends { type: 'fieldset'; fieldSet: infer N }
              ? WhereFields<S, SetFields<S, N>, H>
              : F extends { type: 'repeat'; fields: infer I }
                ? Entered<Exists & WhereEntries<WhereFields<S, I, H>>, WhereRepeat<I>>
                : F extends { type: 'combination' }
                  ? Exists
                  : never
  : never

type WhereReference<
  S extends SpaceShape,
  T extends ModelName<S>,
  H extends Hops,
  Operators,
> = H extends 0 ? Operators : Entered<Operators, WhereItem<S, T, Fewer<H>>>

type WhereReferences<S extends SpaceShape, T extends ModelName<S>, H extends Hops> = WhereReference<
  S,
  T,
  H,
  Has<number> & Exists & (H extends 0 ? unknown : WhereEntries<WhereItem<S, T, Fewer<H>>>)
>

/** Operators and nested names together. An operator takes precedence over a field with the same name. */
type Entered<Operators, Inside> = Operators & Omit<Inside, keyof Operators>

type WhereRepeat<I> = {
  readonly [K in keyof I as keyof WhereEntry<I[K]> extends never ? never : K]?: Given<
    K,
    WhereEntry<I[K]>
  >
}

/** Operators that parameters can use inside a repeat. */
type WhereEntry<F> = F extends { type: infer T extends keyof PlainTypes }
  ? InRepeat<PlainTypes[T]['where']>
  : F extends { type: 'select'; options: infer O }
    ? InRepeat<OneOf<O> & Exists>
    : F extends { type: 'multiselect'; options: infer O }
      ? InRepeat<Has<O> & Exists>
      : F extends { type: 'reference' }
        ? InRepeat<OneOf<number> & Exists>
        : F extends { type: 'references' }
          ? InRepeat<Has<number> & Exists>
          : never

type InRepeat<W> = Pick<
  W,
  keyof W & ('eq' | 'ne' | 'nin' | 'startswith' | 'hasany' | 'hasall' | 'exists')
>

/**
 * Names to sort by; a leading `-` sorts descending. Empty values are always last. A name can lead through one
 * reference: `author.name`.
 */
export type Order<S extends SpaceShape, M extends ModelName<S> = ModelName<S>> =
  IsUntyped<S> extends true ? string : Directed<SortNames<S, M, 1>>

type Directed<Name extends string> = Name | `-${Name}`

type SortNames<S extends SpaceShape, M extends ModelName<S>, H extends 0 | 1> =
  | keyof WhereSystem<S>
  | Sortable<S, FieldsOf<S, M>, H>

type Sortable<S extends SpaceShape, F, H extends 0 | 1> = F extends unknown
  ? { [K in keyof F & string]: SortName<S, K, F[K], H> }[keyof F & string]
  : never

type SortName<S extends SpaceShape, K extends string, F, H extends 0 | 1> = F extends {
  type: SortableType | 'select'
}
  ? K
  : F extends { type: 'fieldset'; fieldSet: infer N }
    ? `${K}.${Sortable<S, SetFields<S, N>, H>}`
    : [H, F] extends [1, { type: 'reference'; models: infer T extends string }]
      ? `${K}.${SortNames<S, Extract<T, ModelName<S>>, 0>}`
      : never
