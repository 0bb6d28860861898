/** The settings that the builders accept, derived from the facts of each field type. */
import type { PublicationRule } from '@octavo/schema/choices.ts'
import type { fieldTypes, FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import type {
  FieldCommon,
  SettingKind,
  SettingValues,
} from '@octavo/schema/field-types/settings.ts'
import type { StudioTexts } from '@octavo/schema/presentation.ts'

/** A model or a field set: the definition itself, or its LUID where definitions form a cycle. */
export type Named = string | { readonly luid: string; readonly fields: readonly unknown[] }

/** An option of a select: its value, or its value with a label for people. */
export type OptionInput =
  | string
  | { readonly value: string; readonly label?: string; readonly labels?: StudioTexts }

/** A field as the builders return it, of any type. */
export interface AnyField {
  readonly luid: string
  readonly type: FieldTypeName
}

/** Settings that a configuration file writes otherwise than they are stored. */
interface WrittenOtherwise {
  options: readonly OptionInput[]
  models: readonly Named[]
  fieldSets: readonly Named[]
  sourceField: string
}

type RequiredKind = 'options' | 'fieldSets'

type Input<Kind> = Kind extends keyof WrittenOtherwise
  ? WrittenOtherwise[Kind]
  : Kind extends SettingKind
    ? Readonly<NonNullable<SettingValues[Kind]>>
    : never

type Kinds<Name extends FieldTypeName> = (typeof fieldTypes)[Name]['settings']

type OwnSettings<K> = {
  readonly [Key in keyof K as K[Key] extends RequiredKind ? Key : never]: Input<K[Key]>
} & {
  readonly [Key in keyof K as K[Key] extends RequiredKind ? never : Key]?: Input<K[Key]>
}

/** A condition on fields of the same item or entry: `{ kind: { eq: 'news' } }`. */
type ShowWhen = { readonly [path: string]: unknown }

type ReportSetting = 'warn' | 'patternMessage' | 'patternMessages'

/** How broken rules of a type are reported. */
type ReportSettings<K> = {
  /** Rules that do not prevent publication: Studio shows a warning. */
  readonly warn?: readonly ('required' | (keyof K & PublicationRule))[]
} & ('pattern' extends keyof K
  ? Readonly<Pick<FieldCommon, 'patternMessage' | 'patternMessages'>>
  : unknown)

type CommonSettings = Readonly<
  Partial<Omit<FieldCommon, 'id' | 'luid' | 'showWhen' | ReportSetting>>
> & {
  /** While it does not hold, Studio hides the field and its rules are not checked. */
  readonly showWhen?: ShowWhen
  /** The LUID that the field had before: renames it and keeps its content. */
  readonly was?: string
}

type Parts<Name> = Name extends 'repeat'
  ? { readonly fields: readonly (AnyField & { readonly type: TypesIn<'repeat'> })[] }
  : unknown

/** All settings of a field of this type. */
export type FieldSettings<Name extends FieldTypeName> = CommonSettings &
  OwnSettings<Kinds<Name>> &
  ReportSettings<Kinds<Name>> &
  Parts<Name>

/** Types of field that may stand in an owner. */
export type TypesIn<Where extends Owner> = {
  [Name in FieldTypeName]: (typeof fieldTypes)[Name] extends {
    allowedIn: readonly (infer Allowed)[]
  }
    ? Where extends Allowed
      ? Name
      : never
    : Name
}[FieldTypeName]

/** Types of field whose value can be the title of an item. */
export type TitleType = {
  [Name in FieldTypeName]: (typeof fieldTypes)[Name] extends { canBeTitle: true } ? Name : never
}[FieldTypeName]

/** Types of field that refer to items of models. */
export type ReferringType = {
  [Name in FieldTypeName]: 'models' extends Kinds<Name>[keyof Kinds<Name>] ? Name : never
}[FieldTypeName]

export type OptionValue<O> = O extends { readonly value: infer Value } ? Value : O

/** Refuses keys that the settings do not have: a type argument alone allows more keys. */
export type NoExtra<Given, Allowed> = {
  readonly [Key in Exclude<keyof Given, keyof Allowed>]: never
}

/** A default must be one of the options beside it. */
export type DefaultAmong<S> = S extends { readonly options: readonly (infer O)[] }
  ? { readonly default?: OptionValue<O> | readonly OptionValue<O>[] }
  : unknown

declare const builtIn: unique symbol

/** Keeps the type of a built-in field set beside its LUID. It has no value. */
export interface BuiltIn<Set> {
  readonly [builtIn]?: Set
}
