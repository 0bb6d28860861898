import { hash } from 'node:crypto'
import { storedText } from '../fields/stored-text.ts'
import type { ItemLanguage, StageData } from '../store/records.ts'

/** A version that changes whenever the data of one language changes. */
export function languageVersion(language: ItemLanguage | undefined): string {
  const { draft = null, published = null } = language ?? {}
  const text = `[${stageText(draft)},${stageText(published)}]`
  return hash('sha256', text, 'base64url').slice(0, 22)
}

/** The JSON of a stage. Its values are often serialized already. */
function stageText(stage: StageData | null): string {
  return stage ? `{"values":${storedText(stage.values)},"updatedAt":${stage.updatedAt}}` : 'null'
}
