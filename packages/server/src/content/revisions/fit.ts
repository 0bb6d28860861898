/** The values of a revision under the current schema. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Stored, StoredValues } from '../../fields/field-type.ts'
import { misfitIn } from '../../fields/values.ts'
import type { Item } from '../../store/records.ts'

export interface FittedValues {
  /** Values of the fields that the language has now. Renamed fields keep their id. */
  values: StoredValues
  /** Values of removed fields, and values that their field no longer accepts. */
  others: { fieldId: number; stored: Stored }[]
}

export function fittedValues(
  schema: Schema,
  { modelId }: Pick<Item, 'modelId'>,
  languageId: number,
  stored: StoredValues,
): FittedValues {
  const fields = ownFields(schema, modelId, languageId)
  const values: StoredValues = {}
  const others: FittedValues['others'] = []
  for (const [id, value] of Object.entries(stored)) {
    const field = fields.get(Number(id))
    if (field && misfitIn({ [id]: value }, [field], schema) === undefined) values[id] = value
    else others.push({ fieldId: Number(id), stored: value })
  }
  return { values, others }
}

/** The fields that a language has of its own: a translation has the translatable ones. */
function ownFields(schema: Schema, modelId: number, languageId: number): Map<number, Field> {
  const isMain = languageId === schema.mainLanguage.id
  const fields = schema.modelById.get(modelId)?.fields ?? []
  return new Map(
    fields.filter(({ translatable }) => isMain || translatable).map((field) => [field.id, field]),
  )
}
