/** What fields are made of. ../field-types/settings.ts has the types. */
import { z } from 'zod'
import { bound, id } from './values.ts'

/** What a field of every type has. */
export const fieldCommon = {
  id,
  luid: z.string().describe('For a field of type `fieldset` always the LUID of its set.'),
  name: z.string(),
  required: z.boolean().describe('Checked when data becomes published, not when a draft is saved.'),
  translatable: z.boolean().describe("False: every language shows the main language's value."),
}

/** The settings that fields have for themselves, by kind: several types share a kind. */
export const fieldSettings = {
  unique: z
    .boolean()
    .describe(
      'No two published items of one space and language share a value. Top-level model fields only.',
    ),
  maxLength: bound.describe('In characters; of flexible text, of its plain text.'),
  pattern: z
    .string()
    .nullable()
    .describe(
      'JavaScript regular expression with the `u` flag; the value must match it somewhere.',
    ),
  lineDefault: z.string().nullable(),
  linesDefault: z.string().nullable(),
  booleanDefault: z.boolean(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string() }).meta({ id: 'Option' })),
  optionDefault: z.string().nullable(),
  optionsDefault: z.array(z.string()),
  models: z.array(id).nullable().describe('Ids of the models allowed; null allows every model.'),
  fieldSets: z.array(id).describe('Ids of the field sets allowed.'),
}
