/** Types that find references to models and field sets that a configuration does not have. */

export type LuidOf<Thing> = Thing extends { readonly luid: infer Luid } ? Luid : Thing

type FieldsOf<Owner> = Owner extends { readonly fields: readonly (infer F)[] } ? F : never

type ReferredModels<F> = F extends { readonly models: readonly (infer M)[] }
  ? LuidOf<M>
  : F extends { readonly fields: readonly (infer Inner)[] }
    ? ReferredModels<Inner>
    : never

type ReferredFieldSets<F> = F extends { readonly fieldSets: readonly (infer S)[] }
  ? LuidOf<S>
  : F extends { readonly type: 'fieldset'; readonly luid: infer Luid }
    ? Luid
    : never

/** A LUID of which only `string` is known may be any of them. */
type Missing<Referred, Known> = Referred extends string
  ? string extends Referred
    ? never
    : Exclude<Referred, Known>
  : never

type Complaint<Owner, Model, FieldSet> = [Model] extends [never]
  ? [FieldSet] extends [never]
    ? Owner
    : `The field set "${FieldSet & string}" is not in fieldSets.`
  : `The model "${Model & string}" is not in models.`

type CheckedOwner<Owner, Models, FieldSets> = Owner extends unknown
  ? Complaint<
      Owner,
      Missing<ReferredModels<FieldsOf<Owner>>, Models>,
      Missing<ReferredFieldSets<FieldsOf<Owner>>, FieldSets>
    >
  : never

type ListAt<Config, Key extends string> = Config extends { readonly [K in Key]: infer List }
  ? List
  : readonly []

type LuidsIn<List> = List extends readonly (infer Thing)[] ? LuidOf<Thing> : never

type CheckedList<List, Models, FieldSets> = {
  readonly [Index in keyof List]: CheckedOwner<List[Index], Models, FieldSets>
}

/** The configuration, with a sentence in place of each owner that refers to what is not there. */
export type CheckedReferences<Config> = {
  readonly [Key in keyof Config & ('models' | 'fieldSets')]: CheckedList<
    Config[Key],
    LuidsIn<ListAt<Config, 'models'>>,
    LuidsIn<ListAt<Config, 'fieldSets'>>
  >
}
