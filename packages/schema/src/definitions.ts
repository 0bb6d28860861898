/**
 * What a root space is made of. Everything has an immutable numeric id; the LUID is a label.
 * Stored content names fields, sets, models, spaces and languages by id, so a rename touches none.
 */
import type { FieldTypeName } from './field-types.ts'

export interface RootDefinition {
  id: number
  luid: string
  name: string
  /** Grows with every change of this definition. */
  version: number
  /** The first is the main language. */
  languages: Language[]
  /** The first is the parent space, with the LUID `_parent`. */
  spaces: Space[]
  fieldSets: FieldSet[]
  models: Model[]
  settings: RootSettings
}

export interface RootSettings {
  /** Accept multi select in /v1 writes. */
  extendedWrites: boolean
  /** Hosts that an iframe in flexible text may show; null for the default list. */
  iframeHosts: string[] | null
  /** Add-on elements of flexible text that this space defines for itself. */
  textElements: string[]
  /** Why every request is refused, while the operator has the space suspended. */
  suspension: { since: number; reason: string } | null
  quotas: Quotas
}

/** What the operator allows a root space; null is no bound. */
export interface Quotas {
  items: number | null
  mediaBytes: number | null
  /** Requests that reach the origin in a calendar month (UTC). */
  requests: number | null
}

export const defaultRootSettings: RootSettings = {
  extendedWrites: false,
  iframeHosts: null,
  textElements: [],
  suspension: null,
  quotas: { items: null, mediaBytes: null, requests: null },
}

export interface Language {
  id: number
  key: string
  /** Position in the bit masks that say in which languages an item is visible: 0 to 49, stable. */
  bit: number
}

export const maxLanguages = 50

export interface Space {
  id: number
  luid: string
  name: string
}

export interface FieldSet {
  id: number
  luid: string
  name: string
  fields: Field[]
}

export interface Model {
  id: number
  luid: string
  name: string
  /** Id of the text field whose value is the item's title; null where the model has none. */
  titleFieldId: number | null
  fields: Field[]
}

interface FieldCommon {
  id: number
  /** For a field of type `fieldset` always the LUID of its set. */
  luid: string
  name: string
  /** Checked when data becomes published, not when a draft is saved. */
  required: boolean
  /** False: every language shows the main language's value. */
  translatable: boolean
}

export interface TextField extends FieldCommon {
  type: 'text'
  /** No two published items of one space and language share a value. Top-level model fields only. */
  unique: boolean
  maxLength: number | null
  /** JavaScript regular expression with the `u` flag; the value must match it somewhere. */
  pattern: string | null
  default: string | null
}

export interface MultilineField extends FieldCommon {
  type: 'multiline'
  maxLength: number | null
  default: string | null
}

export interface FlexibleField extends FieldCommon {
  type: 'flexible'
  /** Counted on the plain text. */
  maxLength: number | null
}

export interface BooleanField extends FieldCommon {
  type: 'boolean'
  default: boolean
}

export interface Option {
  value: string
  label: string
}

export interface SelectField extends FieldCommon {
  type: 'select'
  options: Option[]
  default: string | null
}

export interface MultiselectField extends FieldCommon {
  type: 'multiselect'
  options: Option[]
  default: string[]
}

export interface DatetimeField extends FieldCommon {
  type: 'datetime'
}

export interface MediaField extends FieldCommon {
  type: 'media'
}

export interface ReferenceField extends FieldCommon {
  type: 'reference'
  /** Ids of the models allowed; null allows every model. */
  models: number[] | null
}

export interface RepeatField extends FieldCommon {
  type: 'repeat'
  fields: Field[]
}

export interface CombinationField extends FieldCommon {
  type: 'combination'
  /** Ids of the field sets allowed. */
  fieldSets: number[]
}

export interface FieldsetField extends FieldCommon {
  type: 'fieldset'
  fieldSet: number
}

export type Field =
  | TextField
  | MultilineField
  | FlexibleField
  | BooleanField
  | SelectField
  | MultiselectField
  | DatetimeField
  | MediaField
  | ReferenceField
  | RepeatField
  | CombinationField
  | FieldsetField

export type FieldOf<Type extends FieldTypeName> = Extract<Field, { type: Type }>
