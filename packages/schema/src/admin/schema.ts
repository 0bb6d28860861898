/** Definitions as Studio sends them, in the format of the file for `octavo schema apply`. */
import { z } from 'zod'
import { fieldTypeNames } from '../field-types.ts'
import { fieldPresentation, modelPresentation, studioTexts } from './presentation.ts'
import { codedMessage, problem } from './problems.ts'
import { settingsChange } from './settings.ts'
import { count } from './values.ts'

const names = {
  luid: z.string(),
  was: z
    .string()
    .exactOptional()
    .describe('The previous LUID, to rename without a change of content.'),
  name: z.string().exactOptional(),
}

/** The checks of schema files validate the content. */
const where = z
  .record(z.string(), z.unknown())
  .describe('A condition on fields of the same item or entry, as in the parameter `where`.')

const namedInput = z.strictObject(names).meta({ id: 'NamedInput' })

const simpleFieldInput = z
  .strictObject({
    ...names,
    type: z.enum(fieldTypeNames),
    required: z.boolean().exactOptional(),
    translatable: z.boolean().exactOptional(),
    unique: z.boolean().exactOptional(),
    maxLength: z.number().nullable().exactOptional(),
    pattern: z.string().nullable().exactOptional(),
    integer: z.boolean().exactOptional(),
    min: z.number().nullable().exactOptional(),
    max: z.number().nullable().exactOptional(),
    step: z.number().nullable().exactOptional(),
    unit: z.string().nullable().exactOptional(),
    schema: z.unknown().optional().describe('For JSON: a JSON Schema.'),
    ...fieldPresentation,
    showWhen: where.exactOptional(),
    from: z
      .string()
      .nullable()
      .exactOptional()
      .describe('For a slug: LUID of the text field that it is derived from.'),
    default: z.unknown().optional(),
    options: z
      .array(
        z.union([
          z.string(),
          z.strictObject({
            value: z.string(),
            label: z.string().exactOptional(),
            labels: studioTexts.exactOptional(),
          }),
        ]),
      )
      .exactOptional(),
    models: z
      .array(z.string())
      .exactOptional()
      .describe('For references: LUIDs of the allowed models; default: every model.'),
    fieldSets: z
      .array(z.string())
      .exactOptional()
      .describe('For a combination: LUIDs of the allowed field sets.'),
  })
  .meta({ id: 'SimpleFieldInput', description: 'A field that may be part of a repeat.' })

const fieldInput = simpleFieldInput
  .extend({ fields: z.array(simpleFieldInput).exactOptional().describe('For a repeat.') })
  .meta({ id: 'FieldInput' })

const ownerInput = {
  ...names,
  names: studioTexts.exactOptional(),
  groups: z
    .array(
      z.strictObject({
        luid: z.string(),
        name: z.string().exactOptional(),
        names: studioTexts.exactOptional(),
      }),
    )
    .exactOptional(),
  fields: z.array(fieldInput),
}

const fieldSetInput = z.strictObject(ownerInput).meta({ id: 'FieldSetInput' })

const { description, descriptions, icon, layout } = modelPresentation

const modelInput = z
  .strictObject({
    ...ownerInput,
    description,
    descriptions,
    icon,
    layout,
    picture: z.string().exactOptional().describe('LUID of the media field that pictures a row.'),
    columns: z
      .array(z.string())
      .exactOptional()
      .describe('Columns of the list: `author`, `seo.meta_title`, `_created_at`.'),
    order: z.array(z.string()).exactOptional().describe('Order of the list: `-price`, `_title`.'),
    title: z
      .string()
      .exactOptional()
      .describe('LUID of the title field; default: the first text field.'),
  })
  .meta({ id: 'ModelInput' })

const schemaInput = z
  .strictObject({
    name: z
      .string()
      .exactOptional()
      .describe('Name of the root space; left out, it stays unchanged.'),
    languages: z.array(z.string()).describe('Language keys; the first is the main language.'),
    spaces: z.array(namedInput).describe('Sub-spaces, without the parent space.'),
    fieldSets: z.array(fieldSetInput),
    models: z.array(modelInput),
    settings: settingsChange.exactOptional().describe('Settings that are left out stay unchanged.'),
  })
  .meta({ id: 'SchemaInput' })

export const schemaDocument = z
  .strictObject({
    version: z.int().describe('Version of the definition; send it back as `expectedVersion`.'),
    schema: schemaInput,
  })
  .meta({ id: 'SchemaDocument' })

/** The checks of schema files validate the content, so that problems name the exact place. */
const proposedSchema = z
  .custom<SchemaInput>((value) => typeof value === 'object' && value !== null)
  .meta({ $ref: '#/$defs/SchemaInput' })

export const schemaProposal = z
  .strictObject({
    schema: proposedSchema,
    isPrune: z
      .boolean()
      .describe(
        'Whether to remove definitions that the schema does not contain. Studio sends true.',
      ),
  })
  .meta({ id: 'SchemaProposal' })

export const schemaChange = schemaProposal
  .extend({
    expectedVersion: z
      .int()
      .describe('Rejected with 412 if another user changed the definition in the meantime.'),
    isConfirmed: z.boolean().describe('Whether to remove definitions that still have content.'),
  })
  .meta({ id: 'SchemaChange' })

export const schemaPreview = z
  .strictObject({
    lines: z.array(z.string()).describe('The plan, in English.'),
    planned: z.array(codedMessage).describe('The same, with codes for translation.'),
    isChanged: z.boolean(),
    losses: z.array(z.string()).describe('Content that would be deleted; requires `isConfirmed`.'),
    lost: z.array(codedMessage),
    problems: z
      .array(problem)
      .describe('Problems that prevent the change, with their place: `models[1].fields[0].luid`.'),
  })
  .meta({ id: 'SchemaPreview' })

export const contentCounts = z
  .strictObject({
    models: z.record(z.string(), z.strictObject({ active: count, archived: count, trash: count })),
    spaces: z.record(z.string(), z.strictObject({ items: count, media: count })),
  })
  .meta({
    id: 'ContentCounts',
    description: 'Number of items by LUID of the model and of the space.',
  })

export type FieldInput = z.infer<typeof fieldInput>
export type FieldSetInput = z.infer<typeof fieldSetInput>
export type ModelInput = z.infer<typeof modelInput>
export type NamedInput = z.infer<typeof namedInput>
export type SchemaDocument = z.infer<typeof schemaDocument>
export type SchemaInput = z.infer<typeof schemaInput>
export type SchemaPreview = z.infer<typeof schemaPreview>
