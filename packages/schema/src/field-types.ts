/** All field types. What each of them states is in its file; to add one, add its lines here and follow the compiler. */
import { boolean } from './field-types/boolean.ts'
import { combination } from './field-types/combination.ts'
import { datetime } from './field-types/datetime.ts'
import type { FieldTypeFacts, Owner } from './field-types/field-type.ts'
import { fieldset } from './field-types/fieldset.ts'
import { flexible } from './field-types/flexible.ts'
import { media } from './field-types/media.ts'
import { multiline } from './field-types/multiline.ts'
import { multiselect } from './field-types/multiselect.ts'
import { reference } from './field-types/reference.ts'
import { repeat } from './field-types/repeat.ts'
import { select } from './field-types/select.ts'
import type { FieldCommon, SettingKind, SettingValues } from './field-types/settings.ts'
import { text } from './field-types/text.ts'

export const fieldTypes = {
  text,
  multiline,
  flexible,
  boolean,
  select,
  multiselect,
  datetime,
  media,
  reference,
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
/** What is no setting: these are fields themselves. */
interface Parts {
  repeat: { fields: Field[] }
  fieldset: { fieldSet: number }
}
export type Field = FieldDefinitions[FieldTypeName]
export type FieldOf<Type extends FieldTypeName> = FieldDefinitions[Type]

/** In the order in which people choose from them. */
export const fieldTypeNames = Object.keys(fieldTypes) as FieldTypeName[]

/** What a type states, for code that handles all types alike. */
export function factsOf(type: FieldTypeName): FieldTypeFacts {
  return fieldTypes[type]
}

export function typesIn(owner: Owner): FieldTypeName[] {
  return fieldTypeNames.filter((type) => factsOf(type).standsIn?.includes(owner) ?? true)
}

/** Types whose values hold no fields of their own. */
export const plainTypeNames = typesIn('repeat')

export const textFormats = ['html', 'text', 'markdown', 'portable_html'] as const
export type TextFormat = (typeof textFormats)[number]

/** Formats in which flexible text may be written. */
export const textInputFormats = ['portable_html', 'markdown'] as const
export type TextInputFormat = (typeof textInputFormats)[number]

export const statuses = ['draft', 'published', 'published_draft'] as const
export type Status = (typeof statuses)[number]

/** What a key sees: published data only, or drafts in preference. */
export const views = ['published', 'draft'] as const
export type View = (typeof views)[number]
