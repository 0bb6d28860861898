/** Stores model edits on this device until they are applied, so that closing a tab loses nothing. */
import type { SchemaDocument } from '@octavo/schema/admin/schema.ts'
import type { Work } from './work.ts'

export interface ModelDraft {
  /** The definition that the edits are based on. */
  base: SchemaDocument
  work: Work
  at: string
}

const prefix = 'octavo-models:'

export function readModelDraft(key: string): ModelDraft | null {
  const text = localStorage.getItem(prefix + key)
  return text === null ? null : (JSON.parse(text) as ModelDraft)
}

/** Returns whether the draft could be stored. */
export function writeModelDraft(key: string, draft: ModelDraft): boolean {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropModelDraft(key: string): void {
  localStorage.removeItem(prefix + key)
}
