/** Definitions as Studio sends them: the schema file of `octavo schema apply`, as a value. */
import { z } from 'zod'
import { fieldTypeNames } from '../field-types.ts'
import { problem, said } from './problems.ts'
import { count } from './values.ts'

const names = {
  luid: z.string(),
  was: z
    .string()
    .exactOptional()
    .describe('The LUID that it had, where it is renamed: no content changes.'),
  name: z.string().exactOptional(),
}

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
    default: z.unknown().optional(),
    options: z
      .array(
        z.union([
          z.string(),
          z.strictObject({ value: z.string(), label: z.string().exactOptional() }),
        ]),
      )
      .exactOptional(),
    models: z
      .array(z.string())
      .exactOptional()
      .describe('Of a reference: LUIDs of models; left out: every model.'),
    fieldSets: z
      .array(z.string())
      .exactOptional()
      .describe('Of a combination: LUIDs of field sets.'),
  })
  .meta({ id: 'SimpleFieldInput', description: 'A field that may stand in a repeat.' })

const fieldInput = simpleFieldInput
  .extend({ fields: z.array(simpleFieldInput).exactOptional().describe('Of a repeat.') })
  .meta({ id: 'FieldInput' })

const fieldSetInput = z
  .strictObject({ ...names, fields: z.array(fieldInput) })
  .meta({ id: 'FieldSetInput' })

const modelInput = z
  .strictObject({
    ...names,
    title: z
      .string()
      .exactOptional()
      .describe('LUID of the title field; left out: the first text field.'),
    fields: z.array(fieldInput),
  })
  .meta({ id: 'ModelInput' })

const schemaInput = z
  .strictObject({
    languages: z.array(z.string()).describe('Keys; the first is the main language.'),
    spaces: z.array(namedInput).describe('Sub-spaces, without the parent.'),
    fieldSets: z.array(fieldSetInput),
    models: z.array(modelInput),
  })
  .meta({ id: 'SchemaInput' })

export const schemaDocument = z
  .strictObject({
    version: z.int().describe('Of the definition; sent back as `expectedVersion`.'),
    schema: schemaInput,
  })
  .meta({ id: 'SchemaDocument' })

/** What is in it is for the checks of a schema file to judge, which know every place in it. */
const proposedSchema = z
  .custom<SchemaInput>((value) => typeof value === 'object' && value !== null)
  .meta({ $ref: '#/$defs/SchemaInput' })

export const schemaProposal = z
  .strictObject({
    schema: proposedSchema,
    isPrune: z
      .boolean()
      .describe("Whether what the schema leaves out is removed. Studio's builder sends true."),
  })
  .meta({ id: 'SchemaProposal' })

export const schemaChange = schemaProposal
  .extend({
    expectedVersion: z
      .int()
      .describe('Refused with 412 if another user changed the definition in the meantime.'),
    isConfirmed: z.boolean().describe('Delete what still holds content.'),
  })
  .meta({ id: 'SchemaChange' })

export const schemaPreview = z
  .strictObject({
    lines: z.array(z.string()).describe('The plan, for people.'),
    planned: z.array(said).describe('The same by code, to be said in any language.'),
    isChanged: z.boolean(),
    losses: z.array(z.string()).describe('What would be deleted; needs `isConfirmed`.'),
    lost: z.array(said),
    problems: z
      .array(problem)
      .describe('What makes it impossible, at its place: `models[1].fields[0].luid`.'),
  })
  .meta({ id: 'SchemaPreview' })

export const contentCounts = z
  .strictObject({
    models: z.record(z.string(), z.strictObject({ active: count, archived: count, trash: count })),
    spaces: z.record(z.string(), z.strictObject({ items: count, media: count })),
  })
  .meta({
    id: 'ContentCounts',
    description: 'How many items there are, by LUID of the model and of the space.',
  })

export type FieldInput = z.infer<typeof fieldInput>
export type FieldSetInput = z.infer<typeof fieldSetInput>
export type ModelInput = z.infer<typeof modelInput>
export type NamedInput = z.infer<typeof namedInput>
export type SchemaDocument = z.infer<typeof schemaDocument>
export type SchemaInput = z.infer<typeof schemaInput>
export type SchemaPreview = z.infer<typeof schemaPreview>
