/** Schemas of the settings that say how Studio shows fields and models. All may be left out. */
import { z } from 'zod'
import { quantifiers, type Condition } from '../conditions/condition.ts'
import { icons } from '../icons.ts'
import { fieldWidths, groupLayouts, publicationRules, studioLanguages } from '../choices.ts'
import { operators } from '../operators.ts'
import { id } from './values.ts'

export const studioTexts = z
  .partialRecord(z.enum(studioLanguages), z.string())
  .meta({ id: 'StudioTexts', description: 'Texts by language of Studio.' })

const path = z.array(id).min(1).describe('Ids of fields, from the item or entry inwards.')
const operand = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
])

const condition: z.ZodType<Condition> = z
  .lazy(() =>
    z.array(
      z.union([
        z.strictObject({ path, operator: z.enum(operators), value: operand }),
        z.strictObject({ path, each: z.enum(quantifiers), of: condition }),
        z.strictObject({ and: z.array(condition) }),
        z.strictObject({ or: z.array(condition) }),
        z.strictObject({ not: condition }),
      ]),
    ),
  )
  .meta({ id: 'Condition', description: 'Clauses that must all hold.' })

const names = studioTexts
  .exactOptional()
  .describe('The name in other languages of Studio; `name` where a language is missing.')

export const fieldPresentation = {
  names,
  help: z.string().exactOptional().describe('Shown with the input.'),
  helps: studioTexts.exactOptional(),
  placeholder: z.string().exactOptional().describe('Shown in the empty input.'),
  placeholders: studioTexts.exactOptional(),
  patternMessage: z
    .string()
    .exactOptional()
    .describe('The message for values that do not match `pattern`.'),
  patternMessages: studioTexts.exactOptional(),
  warn: z
    .array(z.enum(publicationRules))
    .exactOptional()
    .describe('Rules of the field that do not prevent publication: Studio shows a warning.'),
  group: z
    .string()
    .exactOptional()
    .describe('The group that the field belongs to; without one, it is shown before the groups.'),
  width: z.enum(fieldWidths).exactOptional().describe('Default: full.'),
  readOnly: z
    .boolean()
    .exactOptional()
    .describe('Studio shows the value and does not change it. Other write sources may.'),
  showWhen: condition
    .exactOptional()
    .describe('While it does not hold, the field is hidden and its rules are not checked.'),
  clearWhenHidden: z
    .boolean()
    .exactOptional()
    .describe('Whether saving empties the field while it is hidden.'),
}

/** Id of a field, of a field inside a field set by its path, or the name of a system property. */
const place = z.union([z.array(id).min(1), z.string()])

const group = z
  .strictObject({ luid: z.string(), name: z.string(), names })
  .meta({ id: 'FieldGroup' })

export const ownerPresentation = {
  names,
  groups: z.array(group).exactOptional().describe('Names and order of the groups of fields.'),
}

export const modelPresentation = {
  ...ownerPresentation,
  description: z.string().exactOptional(),
  descriptions: studioTexts.exactOptional(),
  icon: z.enum(icons).exactOptional(),
  layout: z.enum(groupLayouts).exactOptional().describe('Of groups. Default: tabs.'),
  columns: z
    .array(place)
    .exactOptional()
    .describe('Columns of the list, in addition to title, status and last update.'),
  order: z
    .array(z.strictObject({ by: place, isDescending: z.boolean() }))
    .exactOptional()
    .describe('Order of the list.'),
  pictureFieldId: id.exactOptional().describe('Id of the media field that pictures a row.'),
}
