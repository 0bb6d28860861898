/** One builder for each field type. */
import { fieldTypeNames, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { BuiltIn, DefaultAmong, FieldSettings, Named, NoExtra } from './field-settings.ts'
import { notePlace } from './places.ts'
import type { LuidOf } from './references.ts'

/** A field as a model or a field set lists it. */
export type FieldDefinition<Type extends FieldTypeName, Luid extends string, Settings> = {
  readonly luid: Luid
  readonly type: Type
} & Settings

type Checked<Name extends FieldTypeName, S> = S & NoExtra<S, FieldSettings<Name>> & DefaultAmong<S>

/** `NoInfer`: the settings come from the argument, not from the list that the field stands in. */
type WithSettings<Name extends FieldTypeName> = <
  const Luid extends string,
  const S extends FieldSettings<Name>,
>(
  luid: Luid,
  settings: Checked<Name, S>,
) => FieldDefinition<Name, Luid, NoInfer<S>>

type WithOptionalSettings<Name extends FieldTypeName> = <
  const Luid extends string,
  const S extends FieldSettings<Name>,
>(
  luid: Luid,
  settings?: Checked<Name, S>,
) => FieldDefinition<Name, Luid, NoInfer<S>>

/** The LUID of such a field is that of its field set. */
type OfFieldSet = <const Set extends Named, const S extends FieldSettings<'fieldset'>>(
  fieldSet: Set,
  settings?: Checked<'fieldset', S>,
) => FieldDefinition<'fieldset', LuidOf<Set> & string, NoInfer<S & BuiltIn<Set>>>

type Builder<Name extends FieldTypeName> = Name extends 'fieldset'
  ? OfFieldSet
  : object extends FieldSettings<Name>
    ? WithOptionalSettings<Name>
    : WithSettings<Name>

type Builders = { readonly [Name in FieldTypeName]: Builder<Name> }

export const field = Object.fromEntries(
  fieldTypeNames.map((name) => [name, builder(name)]),
) as unknown as Builders

function builder<Name extends FieldTypeName>(type: Name): Builder<Name> {
  const build = (named: string | { luid: string }, settings: object = {}): object => {
    const luid = typeof named === 'string' ? named : named.luid
    return notePlace({ luid, type, ...settings }, build)
  }
  return build as unknown as Builder<Name>
}
