import { boolean } from './boolean/boolean.tsx'
import { color } from './color/color.tsx'
import { combination } from './combination/combination.tsx'
import { date } from './date/date.tsx'
import { datetime } from './datetime/datetime.tsx'
import { email } from './email/email.tsx'
import type { FieldEditors } from './field-editor.ts'
import { fieldset } from './fieldset/fieldset.tsx'
import { flexible } from './flexible/flexible.tsx'
import { json } from './json/json.tsx'
import { location } from './location/location.tsx'
import { media } from './media/media.tsx'
import { multiline } from './multiline/multiline.tsx'
import { multiselect } from './multiselect/multiselect.tsx'
import { number } from './number/number.tsx'
import { reference } from './reference/reference.tsx'
import { references } from './references/references.tsx'
import { repeat } from './repeat/repeat.tsx'
import { select } from './select/select.tsx'
import { slug } from './slug/slug.tsx'
import { text } from './text/text.tsx'
import { url } from './url/url.tsx'

/** One editor per field type. A missing editor is a compile error. */
export const fieldEditors = {
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
} satisfies FieldEditors
