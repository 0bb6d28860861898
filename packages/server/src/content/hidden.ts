import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { isClearing, withoutHidden } from '../fields/shown.ts'
import { stages, type Item, type Stage, type StageData } from '../store/records.ts'
import { seenValues } from './seen-values.ts'

/**
 * Empties hidden fields that the schema clears, in the data that a write changes: languages of a stage, and
 * all languages of a stage whose main language changes, because they share its values.
 */
export function clearHidden(
  schema: Schema,
  before: Item | undefined,
  after: Item,
  now: number,
): Item {
  const fields = schema.modelById.get(after.modelId)?.fields ?? []
  if (!isClearing(fields, schema)) return after
  const mainId = schema.mainLanguage.id
  const languages = new Map(after.languages)
  const isChanged = (id: number, stage: Stage): boolean =>
    after.languages.get(id)?.[stage] !== before?.languages.get(id)?.[stage]

  function clear(id: number, stage: Stage): void {
    const language = languages.get(id)
    const data = language?.[stage]
    if (!language || !data) return
    // The main language is cleared first.
    const seen = seenValues(schema, { ...after, languages }, id, data.values, stage)
    const values = withoutHidden(data.values, seen, fields, schema)
    if (isSame(values, data.values)) return
    const updatedAt = isChanged(id, stage) ? data.updatedAt : now
    const cleared: StageData = { ...data, values, updatedAt }
    languages.set(id, { ...language, [stage]: cleared })
  }

  for (const stage of stages) {
    if (isChanged(mainId, stage)) clear(mainId, stage)
    for (const id of after.languages.keys()) {
      if (id !== mainId && (isChanged(id, stage) || isChanged(mainId, stage))) clear(id, stage)
    }
  }
  return { ...after, languages }
}

function isSame(a: StoredValues, b: StoredValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
