/** Schemas of fields. ../field-types/settings.ts has the types. */
import { z } from 'zod'
import { fieldPresentation, studioTexts } from './presentation.ts'
import { bound, id } from './values.ts'

/** Properties of every field. */
export const fieldCommon = {
  id,
  luid: z.string().describe('For a field of type `fieldset`, always the LUID of its field set.'),
  name: z.string(),
  required: z.boolean().describe('Checked when the item is published, not when a draft is saved.'),
  translatable: z
    .boolean()
    .describe('If false, every language has the value of the main language.'),
  ...fieldPresentation,
}

/** Settings of single field types, by kind: several types share a kind. */
export const fieldSettings = {
  unique: z
    .boolean()
    .describe(
      'No two published items of one space and language may have the same value. Top-level model fields only.',
    ),
  maxLength: bound.describe('In characters; for flexible text, the length of its plain text.'),
  pattern: z
    .string()
    .nullable()
    .describe(
      'JavaScript regular expression with the `u` flag. A match anywhere in the value is enough.',
    ),
  integer: z
    .boolean()
    .describe('Whether all values are whole numbers. Checked when a draft is saved.'),
  minNumber: z.number().nullable(),
  maxNumber: z.number().nullable(),
  step: z.number().nullable().describe('Values are multiples of it, counted from `min` or 0.'),
  unit: z.string().nullable().describe('Shown beside the value, such as kg or JPY.'),
  numberDefault: z.number().nullable(),
  dateDefault: z.string().nullable(),
  urlDefault: z.string().nullable(),
  emailDefault: z.string().nullable(),
  colorDefault: z.string().nullable(),
  jsonSchema: z
    .union([z.boolean(), z.record(z.string(), z.unknown())])
    .nullable()
    .describe('A JSON Schema that published values match.'),
  jsonDefault: z.unknown().describe('Null for no default.'),
  locationDefault: z.strictObject({ lat: z.number(), lng: z.number() }).nullable(),
  lineDefault: z.string().nullable(),
  linesDefault: z.string().nullable(),
  booleanDefault: z.boolean(),
  options: z.array(
    z
      .strictObject({
        value: z.string(),
        label: z.string(),
        labels: studioTexts.exactOptional().describe('The label in other languages of Studio.'),
      })
      .meta({ id: 'Option' }),
  ),
  optionDefault: z.string().nullable(),
  optionsDefault: z.array(z.string()),
  minEntries: bound.describe('Checked when the item is published.'),
  maxEntries: bound.describe('Checked when the item is published.'),
  models: z.array(id).nullable().describe('Ids of the allowed models; null allows every model.'),
  sourceField: id
    .nullable()
    .describe('Id of the field that the value is derived from; null if none.'),
  slugDefault: z
    .string()
    .nullable()
    .describe('For items whose source field has no letters or digits; numbered if it is taken.'),
  referencesDefault: z.array(id).describe('Ids of items.'),
  fieldSets: z.array(id).describe('Ids of the allowed field sets.'),
}
