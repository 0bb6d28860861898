/** Detects conflicting changes by other users. */
import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Item, ItemLanguage } from '../../store/records.ts'

/** A version that changes whenever the data of one language changes. */
export function versionOf(language: ItemLanguage | undefined): string {
  const { draft = null, published = null } = language ?? {}
  return hash('sha256', JSON.stringify([draft, published]), 'base64url').slice(0, 22)
}

/** The item has changed since the sender read it. */
export class ItemChanged extends Refusal {
  override name = 'ItemChanged'

  constructor(languages: readonly string[]) {
    super(
      'preconditionFailed',
      languages.map((key) => problemAt(`languages.${key}`, say('languageChanged'))),
    )
  }
}

/** Rejects overwriting versions that the sender has not read; null skips the check. */
export function requireVersions(
  item: Item,
  schema: Schema,
  expected: Readonly<Record<string, string | null>>,
): void {
  const changed = Object.entries(expected).filter(([key, version]) => {
    const language = schema.languageByKey.get(key)
    return language && version !== null && versionOf(item.languages.get(language.id)) !== version
  })
  if (changed.length > 0) throw new ItemChanged(changed.map(([key]) => key))
}
