import { hash } from 'node:crypto'
import type { ItemLanguage } from '../store/records.ts'

/** A version that changes whenever the data of one language changes. */
export function languageVersion(language: ItemLanguage | undefined): string {
  const { draft = null, published = null } = language ?? {}
  return hash('sha256', JSON.stringify([draft, published]), 'base64url').slice(0, 22)
}
