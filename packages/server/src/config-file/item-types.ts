/** Types of items, inferred from definitions: what `octavo typegen` writes, without a file. */
import type { Depth, Item, SpaceShape } from '@octavo/client'
import type { AnyFieldSet, AnyModel, Config } from './define-config.ts'
import type { AnyField, BuiltIn, OptionValue, ReferringType } from './field-settings.ts'
import type { LuidOf } from './references.ts'

type Flat<T> = { [K in keyof T]: T[K] }
type NoFields = { [Luid in never]: never }

/** Stands for a model of which nothing but its system properties is known. */
type AnyOther = '*'

type ListOf<Thing> = Thing extends readonly (infer One)[] ? One : never

type ShapeOf<F extends AnyField, AllModels> = Flat<
  { type: F['type'] } & PartsOf<F, AllModels> &
    (F extends { readonly translatable: false } ? { translatable: false } : unknown)
>

type PartsOf<F extends AnyField, AllModels> = F extends {
  readonly options: readonly (infer O)[]
}
  ? { options: OptionValue<O> }
  : F extends { readonly fields: readonly AnyField[] }
    ? { fields: ShapesOf<F['fields'], AllModels> }
    : F extends { readonly fieldSets: readonly (infer S)[] }
      ? { fieldSets: LuidOf<S> }
      : F extends { readonly type: 'fieldset' }
        ? { fieldSet: F['luid'] }
        : F extends { readonly type: ReferringType }
          ? { models: F extends { readonly models: readonly (infer M)[] } ? LuidOf<M> : AllModels }
          : unknown

type ShapesOf<Fields extends readonly AnyField[], AllModels> = {
  [F in Fields[number] as F['luid']]: ShapeOf<F, AllModels>
}

type Owner = AnyModel | AnyFieldSet

type OwnersOf<O extends Owner, AllModels> = {
  [One in O as One['luid']]: ShapesOf<One['fields'], AllModels>
}

/** The models of a configuration as `createClient<SchemaOf<typeof config>>` takes them. */
export type SchemaOf<
  C extends Config,
  ExtendedWrites extends boolean = C extends {
    readonly settings: { readonly extendedWrites: true }
  }
    ? true
    : false,
> = {
  languages: ListOf<C['languages']>
  spaces: '_parent' | ListOf<C['spaces']>['luid']
  hasSubSpaces: [ListOf<C['spaces']>] extends [never] ? false : true
  extendedWrites: ExtendedWrites
  fieldSets: OwnersOf<ListOf<C['fieldSets']>, LuidOf<ListOf<C['models']>>>
  models: OwnersOf<ListOf<C['models']>, LuidOf<ListOf<C['models']>>>
}

/** Models and field sets that fields refer to as objects. */
type ReferredIn<F, Key extends 'models' | 'fieldSets'> = F extends {
  readonly [K in Key]: readonly (infer Thing)[]
}
  ? Extract<Thing, Owner>
  : F extends { readonly fields: readonly (infer Inner)[] }
    ? ReferredIn<Inner, Key>
    : never

type NamedIn<F> = F extends { readonly models: readonly (infer Thing)[] }
  ? Extract<Thing, string>
  : F extends { readonly fields: readonly (infer Inner)[] }
    ? NamedIn<Inner>
    : never

type BuiltInOf<F> = F extends { readonly type: 'fieldset' } & BuiltIn<infer Set>
  ? Extract<Set, Owner>
  : never

type SetsOf<M extends Owner> =
  | ReferredIn<M['fields'][number], 'fieldSets'>
  | BuiltInOf<M['fields'][number]>

/** The model, and all models that it refers to as objects, directly or through others. */
type Reached<M extends Owner> = M extends Owner
  ? M | ReachedFrom<ReferredIn<(M | SetsOf<M>)['fields'][number], 'models'>>
  : never
type ReachedFrom<M extends Owner> = [M] extends [never] ? never : Reached<M>

type OwnShape<M extends Owner, All extends Owner = Reached<M>> = {
  languages: string
  spaces: string
  hasSubSpaces: boolean
  extendedWrites: false
  fieldSets: OwnersOf<SetsOf<All>, AnyOther>
  models: {
    [Luid in Exclude<NamedIn<All['fields'][number]>, All['luid']> | AnyOther]: NoFields
  } & OwnersOf<All, AnyOther>
}

/**
 * An item of a model as responses show it; references are items down to depth `D`. Of models that are
 * referred to by LUID only system properties are known, unless `C` names the configuration.
 */
export type ItemOf<M extends AnyModel, C extends Config | null = null, D extends Depth = 1> = (
  C extends Config ? SchemaOf<C> : OwnShape<M>
) extends infer S extends SpaceShape
  ? Item<S, Extract<M['luid'], keyof S['models']>, D>
  : never
