/** Schemas of a root space definition. ../definitions.ts has the types. */
import { z } from 'zod'
import {
  factsOf,
  fieldTypeNames,
  plainTypeNames,
  type Field,
  type FieldTypeName,
} from '../field-types.ts'
import type { SettingKind } from '../field-types/settings.ts'
import { fieldCommon, fieldSettings } from './field-settings.ts'
import { modelPresentation, ownerPresentation } from './presentation.ts'
import { bound, id } from './values.ts'

/** The schema of a field of one type; `inner` has the properties that are not settings. */
function fieldOf(type: FieldTypeName, inner: z.ZodRawShape = {}) {
  const kinds = Object.entries<SettingKind>(factsOf(type).settings)
  const own = kinds.map(([name, kind]) => [name, fieldSettings[kind]])
  return z
    .strictObject({ type: z.literal(type), ...Object.fromEntries(own), ...inner, ...fieldCommon })
    .meta({ id: `${type.charAt(0).toUpperCase()}${type.slice(1)}Field` })
}

const plainFields = plainTypeNames.map((type) => fieldOf(type))
const innerOf: Partial<Record<FieldTypeName, z.ZodRawShape>> = {
  repeat: { fields: z.array(oneOf(plainFields)) },
  fieldset: { fieldSet: id },
}
const otherFields = fieldTypeNames
  .filter((type) => !plainTypeNames.includes(type))
  .map((type) => fieldOf(type, innerOf[type]))

const field = oneOf([...plainFields, ...otherFields]).meta({
  id: 'Field',
}) as unknown as z.ZodType<Field>

function oneOf([first, ...rest]: ReturnType<typeof fieldOf>[]) {
  if (!first) throw new Error('no field types are defined')
  return z.discriminatedUnion('type', [first, ...rest])
}

const language = z
  .strictObject({
    id,
    key: z.string(),
    bit: z
      .int()
      .min(0)
      .max(49)
      .describe(
        'Position in the bit masks of the languages in which an item is visible: 0 to 49, stable.',
      ),
  })
  .meta({ id: 'Language' })

const space = z.strictObject({ id, luid: z.string(), name: z.string() }).meta({ id: 'Space' })

const fieldSet = z
  .strictObject({
    id,
    luid: z.string(),
    name: z.string(),
    fields: z.array(field),
    ...ownerPresentation,
  })
  .meta({ id: 'FieldSet' })

const model = z
  .strictObject({
    id,
    luid: z.string(),
    name: z.string(),
    titleFieldId: id
      .nullable()
      .describe(
        "Id of the text field whose value is the item's title; null if the model has none.",
      ),
    fields: z.array(field),
    ...modelPresentation,
  })
  .meta({ id: 'Model' })

export const quotas = z
  .strictObject({
    items: bound,
    mediaBytes: bound,
    requests: bound.describe('Requests that reach the origin in a calendar month (UTC).'),
  })
  .meta({
    id: 'Quotas',
    description: 'Limits that the operator sets for a root space; null is unlimited.',
  })

export const maxRetentionDays = 36_500
const days = z.int().min(1).max(maxRetentionDays).nullable()

export const revisionRetention = z
  .strictObject({
    sessionDays: days.describe('For editing sessions and restored revisions.'),
    publicationDays: days,
  })
  .meta({
    id: 'RevisionRetention',
    description:
      'How many days revisions are stored; null is forever. The latest revision of each language and named ones always stay.',
  })

export const rootSettings = z
  .strictObject({
    extendedWrites: z.boolean().describe('Whether /v1 writes accept multi select fields.'),
    iframeHosts: z
      .array(z.string())
      .nullable()
      .describe('Hosts allowed for iframes in flexible text; null for the default list.'),
    textElements: z
      .array(z.string())
      .describe('Custom elements that flexible text in this space may contain.'),
    keepsLocation: z
      .boolean()
      .describe('Whether uploaded files keep the place where a photo was taken (GPS data).'),
    suspension: z
      .strictObject({ since: z.number(), reason: z.string() })
      .nullable()
      .describe(
        'Set while the space is suspended by the operator; every request is then rejected.',
      ),
    quotas,
    revisions: revisionRetention,
  })
  .meta({ id: 'RootSettings' })

export const rootDefinition = z
  .strictObject({
    id,
    luid: z.string(),
    name: z.string(),
    version: z.int().describe('Increases with every change of this definition.'),
    languages: z.array(language).describe('The first is the main language.'),
    spaces: z.array(space).describe('The first is the parent space, with the LUID `_parent`.'),
    fieldSets: z.array(fieldSet),
    models: z.array(model),
    settings: rootSettings,
  })
  .meta({ id: 'RootDefinition' })
