/** What readers of a stage see: with the values that all languages share. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { translateValues } from '../fields/values.ts'
import type { Item, ItemLanguage, Stage, StageData } from '../store/records.ts'

export function seenData(state: ItemLanguage | undefined, stage: Stage): StageData | null {
  const published = state?.published ?? null
  return stage === 'draft' ? (state?.draft ?? published) : published
}

/** `values` are those of the language itself. */
export function seenValues(
  schema: Schema,
  { modelId, languages }: Pick<Item, 'modelId' | 'languages'>,
  languageId: number,
  values: StoredValues,
  stage: Stage,
): StoredValues {
  const mainId = schema.mainLanguage.id
  if (languageId === mainId) return values
  const fields = schema.modelById.get(modelId)?.fields ?? []
  return translateValues(
    values,
    seenData(languages.get(mainId), stage)?.values ?? {},
    fields,
    schema,
  )
}
