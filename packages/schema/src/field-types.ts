/** All field types. What each of them states is in its file; to add one, add its lines here and follow the compiler. */
import { boolean, type BooleanField } from './field-types/boolean.ts'
import { combination, type CombinationField } from './field-types/combination.ts'
import { datetime, type DatetimeField } from './field-types/datetime.ts'
import type { FieldCommon, FieldTypeFacts, Owner } from './field-types/field-type.ts'
import { fieldset, type FieldsetField } from './field-types/fieldset.ts'
import { flexible, type FlexibleField } from './field-types/flexible.ts'
import { media, type MediaField } from './field-types/media.ts'
import { multiline, type MultilineField } from './field-types/multiline.ts'
import { multiselect, type MultiselectField } from './field-types/multiselect.ts'
import { reference, type ReferenceField } from './field-types/reference.ts'
import { repeat } from './field-types/repeat.ts'
import { select, type SelectField } from './field-types/select.ts'
import { text, type TextField } from './field-types/text.ts'

/** The definition of a field, by its type. */
export interface FieldDefinitions {
  text: TextField
  multiline: MultilineField
  flexible: FlexibleField
  boolean: BooleanField
  select: SelectField
  multiselect: MultiselectField
  datetime: DatetimeField
  media: MediaField
  reference: ReferenceField
  repeat: RepeatField
  combination: CombinationField
  fieldset: FieldsetField
}
export type FieldTypeName = keyof FieldDefinitions
export type Field = FieldDefinitions[FieldTypeName]
export type FieldOf<Type extends FieldTypeName> = FieldDefinitions[Type]

// It holds fields of other types, which its own file cannot know.
export interface RepeatField extends FieldCommon {
  type: 'repeat'
  fields: Field[]
}

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
} satisfies { [Name in FieldTypeName]: FieldTypeFacts<FieldDefinitions[Name]> }

/** In the order in which people choose from them. */
export const fieldTypeNames = Object.keys(fieldTypes) as FieldTypeName[]

/** What a type states, for code that handles all types alike. */
export function factsOf(type: FieldTypeName): FieldTypeFacts<FieldCommon> {
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
