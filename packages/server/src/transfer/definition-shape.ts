/** The schema of stored definitions of root spaces. */
import { rootSettings } from '@octavo/schema/admin/definitions.ts'
import { fieldCommon, fieldSettings } from '@octavo/schema/admin/field-settings.ts'
import { modelPresentation, ownerPresentation } from '@octavo/schema/admin/presentation.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { factsOf, typesIn, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import type { SettingKind } from '@octavo/schema/field-types/settings.ts'
import { z } from 'zod'
import { readJsonSchema } from '../modeling/check-json-schema.ts'
import { Part } from '../modeling/reading.ts'
import { largestId } from '../fields/stored-shapes.ts'

export const id = z.int().min(1).max(largestId)
const names = { id, luid: z.string(), name: z.string() }

/** Settings whose stored form differs from that of the management API. */
const settings: Record<SettingKind, z.ZodType> = {
  ...fieldSettings,
  pattern: z.string().refine(isPattern, 'is not a regular expression').nullable(),
  jsonSchema: fieldSettings.jsonSchema.refine(isSupportedSchema, 'is not a supported JSON Schema'),
  options: z.array(z.looseObject({ value: z.string(), label: z.string() })),
  models: z.array(id).nullable(),
  fieldSets: z.array(id),
}

function settingsIn(type: FieldTypeName): z.ZodRawShape {
  const kinds = Object.entries<SettingKind>(factsOf(type).settings)
  return Object.fromEntries(kinds.map(([key, kind]) => [key, settings[kind]]))
}

/** Limits the field types per owner, which excludes a field set that contains itself. */
function fieldsIn(owner: Owner): z.ZodType {
  const [first, ...others] = typesIn(owner).map((type) =>
    z.looseObject({
      ...fieldCommon,
      id,
      type: z.literal(type),
      ...settingsIn(type),
      ...(type === 'repeat' && { fields: fieldsIn('repeat') }),
      ...(type === 'fieldset' && { fieldSet: id }),
    }),
  )
  if (!first) throw new Error('no types')
  return z.array(z.discriminatedUnion('type', [first, ...others]))
}

export const definitionShape = z
  .looseObject({
    languages: z.array(z.looseObject({ id, key: z.string(), bit: z.int().min(0).max(49) })).min(1),
    spaces: z.array(z.looseObject(names)).min(1),
    fieldSets: z.array(
      z.looseObject({ ...names, ...ownerPresentation, fields: fieldsIn('field set') }),
    ),
    models: z.array(
      z.looseObject({
        ...names,
        ...modelPresentation,
        titleFieldId: id.nullable(),
        fields: fieldsIn('model'),
      }),
    ),
  })
  .superRefine((definition, context) => {
    const { languages, spaces, fieldSets, models } = definition as unknown as RootDefinition
    const bits = languages.map(({ bit }) => bit)
    for (const [what, list] of [
      ['languages', languages.map((one) => one.id)],
      ['bits of languages', bits],
      ['spaces', spaces.map((one) => one.id)],
      ['field sets', fieldSets.map((one) => one.id)],
      ['models', models.map((one) => one.id)],
    ] as const) {
      if (new Set(list).size === list.length) continue
      context.addIssue({ code: 'custom', message: `has ${what} with the same number` })
    }
  })

const { suspension, quotas, revisions } = rootSettings.shape

export const settingsShape = z
  .looseObject({
    ...rootSettings.shape,
    suspension: suspension.unwrap().loose().nullable(),
    quotas: quotas.loose(),
    revisions: revisions.loose(),
  })
  .partial()

function isSupportedSchema(value: unknown): boolean {
  let isSupported = true
  const report = (): void => void (isSupported = false)
  readJsonSchema(new Part(value, '', { report, references: [] }))
  return isSupported
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
