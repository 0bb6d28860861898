/** The form in which the definition of a root space is stored, as the program relies on it. */
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { fieldTypeNames } from '@octavo/schema/field-types.ts'
import { z } from 'zod'
import { largestId } from '../fields/stored-shapes.ts'

export const id = z.int().min(1).max(largestId)
const name = z.string()
const count = z.int().min(0)

const option = z.object({ value: z.string(), label: z.string() })
const pattern = z.string().refine(isPattern, 'is no regular expression')

/** What a field of each type has beside what all have. Repeats are read by `fieldsIn`. */
const settings = {
  text: {
    unique: z.boolean(),
    maxLength: count.nullable(),
    pattern: pattern.nullable(),
    default: z.string().nullable(),
  },
  multiline: { maxLength: count.nullable(), default: z.string().nullable() },
  flexible: { maxLength: count.nullable() },
  boolean: { default: z.boolean() },
  select: { options: z.array(option), default: z.string().nullable() },
  multiselect: { options: z.array(option), default: z.array(z.string()) },
  datetime: {},
  media: {},
  reference: { models: z.array(id).nullable() },
  repeat: {},
  combination: { fieldSets: z.array(id) },
  fieldset: { fieldSet: id },
} satisfies Record<FieldTypeName, z.ZodRawShape>

/** Fields in which only these types may stand: a set that held itself would never end. */
function fieldsIn(types: readonly FieldTypeName[]): z.ZodType {
  const [first, ...others] = types.map((type) =>
    z.looseObject({
      id,
      luid: name,
      name,
      required: z.boolean(),
      translatable: z.boolean(),
      type: z.literal(type),
      ...settings[type],
      ...(type === 'repeat' && { fields: fieldsIn(plainTypes) }),
    }),
  )
  if (!first) throw new Error('no types')
  return z.array(z.discriminatedUnion('type', [first, ...others]))
}

const plainTypes = fieldTypeNames.filter(
  (type) => type !== 'repeat' && type !== 'combination' && type !== 'fieldset',
)
const typesInSets = [...plainTypes, 'repeat'] as const

export const definitionShape = z
  .looseObject({
    languages: z.array(z.looseObject({ id, key: name, bit: z.int().min(0).max(49) })).min(1),
    spaces: z.array(z.looseObject({ id, luid: name, name })).min(1),
    fieldSets: z.array(z.looseObject({ id, luid: name, name, fields: fieldsIn(typesInSets) })),
    models: z.array(
      z.looseObject({
        id,
        luid: name,
        name,
        titleFieldId: id.nullable(),
        fields: fieldsIn(fieldTypeNames),
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
      context.addIssue({ code: 'custom', message: `has two ${what} of the same number` })
    }
  })

export const settingsShape = z
  .looseObject({
    extendedWrites: z.boolean(),
    iframeHosts: z.array(z.string()).nullable(),
    textElements: z.array(z.string()),
    suspension: z.looseObject({ since: z.number(), reason: z.string() }).nullable(),
    quotas: z.looseObject({
      items: count.nullable(),
      mediaBytes: count.nullable(),
      requests: count.nullable(),
    }),
  })
  .partial()

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
