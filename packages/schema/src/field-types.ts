/** All field types. Each has its facts in its own file. To add one, list it here and fix the type errors. */
import { boolean } from './field-types/boolean.ts'
import { color } from './field-types/color.ts'
import { combination } from './field-types/combination.ts'
import { date } from './field-types/date.ts'
import { datetime } from './field-types/datetime.ts'
import type { FieldTypeFacts, Owner } from './field-types/field-type.ts'
import { email } from './field-types/email.ts'
import { fieldset } from './field-types/fieldset.ts'
import { flexible } from './field-types/flexible.ts'
import { json } from './field-types/json.ts'
import { location } from './field-types/location.ts'
import { media } from './field-types/media.ts'
import { multiline } from './field-types/multiline.ts'
import { multiselect } from './field-types/multiselect.ts'
import { number } from './field-types/number.ts'
import { reference } from './field-types/reference.ts'
import { references } from './field-types/references.ts'
import { repeat } from './field-types/repeat.ts'
import { select } from './field-types/select.ts'
import { slug } from './field-types/slug.ts'
import type { FieldCommon, SettingKind, SettingValues } from './field-types/settings.ts'
import { text } from './field-types/text.ts'
import { url } from './field-types/url.ts'

export const fieldTypes = {
  text,
  slug,
  multiline,
  flexible,
  number,
  boolean,
  select,
  multiselect,
  date,
  datetime,
  url,
  email,
  color,
  media,
  location,
  json,
  reference,
  references,
  repeat,
  combination,
  fieldset,
} satisfies Record<string, FieldTypeFacts>

export type FieldTypeName = keyof typeof fieldTypes

/** The definition of a field, by its type. */
type FieldDefinitions = {
  [Name in FieldTypeName]: FieldCommon & { type: Name } & Settings<Name> &
    (Name extends keyof Parts ? Parts[Name] : unknown)
}
type Kinds<Name extends FieldTypeName> = (typeof fieldTypes)[Name]['settings']
type Settings<Name extends FieldTypeName> = {
  -readonly [Key in keyof Kinds<Name>]: SettingValues[Kinds<Name>[Key] & SettingKind]
}
/** Properties that are not settings: they contain fields. */
interface Parts {
  repeat: { fields: Field[] }
  fieldset: { fieldSet: number }
}
export type Field = FieldDefinitions[FieldTypeName]
export type FieldOf<Type extends FieldTypeName> = FieldDefinitions[Type]

/** In the order in which Studio offers them. */
export const fieldTypeNames = Object.keys(fieldTypes) as FieldTypeName[]

/** The facts of a type with their general type, for code that handles all types. */
export function factsOf(type: FieldTypeName): FieldTypeFacts {
  return fieldTypes[type]
}

export function typesIn(owner: Owner): FieldTypeName[] {
  return fieldTypeNames.filter((type) => factsOf(type).allowedIn?.includes(owner) ?? true)
}

/** Types whose values contain no fields. */
export const plainTypeNames = typesIn('repeat')

export const textFormats = ['html', 'text', 'markdown', 'portable_html'] as const
export type TextFormat = (typeof textFormats)[number]

/** Formats that writes of flexible text accept. */
export const textInputFormats = ['portable_html', 'markdown'] as const
export type TextInputFormat = (typeof textInputFormats)[number]

export const statuses = ['draft', 'published', 'published_draft'] as const
export type Status = (typeof statuses)[number]

/** The data that a key reads: published data only, or the draft where there is one. */
export const views = ['published', 'draft'] as const
export type View = (typeof views)[number]
