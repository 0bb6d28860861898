/** The server side of each field type; the shared definitions are in packages/schema/src/field-types.ts. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { boolean } from './boolean.ts'
import { color } from './color.ts'
import { combinationType } from './combination.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { email } from './email.ts'
import type { AnyFieldType, FieldType } from './field-type.ts'
import { fieldsetType } from './fieldset.ts'
import { flexible } from './flexible.ts'
import { json } from './json.ts'
import { location } from './location.ts'
import { media } from './media.ts'
import { multiline } from './multiline.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { reference } from './reference.ts'
import { references } from './references.ts'
import { repeatType } from './repeat.ts'
import { select } from './select.ts'
import { slug } from './slug.ts'
import { text } from './text.ts'
import { url } from './url.ts'
import { createWalks } from './walks.ts'

export const walks = createWalks(fieldTypeOf)

const fieldTypes = {
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
  repeat: repeatType(walks),
  combination: combinationType(walks),
  fieldset: fieldsetType(walks),
} satisfies { [Name in FieldTypeName]: FieldType<Name> }

/** The implementation of the type of a field. */
export function fieldTypeOf(field: Field): AnyFieldType {
  return fieldTypes[field.type]
}
