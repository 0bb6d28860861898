/** Noticing that somebody else was faster. */
import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Item, ItemLanguage } from '../../store/records.ts'

/** Changes with every change of the data of one language. */
export function versionOf(language: ItemLanguage | undefined): string {
  const { draft = null, published = null } = language ?? {}
  return hash('sha256', JSON.stringify([draft, published]), 'base64url').slice(0, 22)
}

/** The item is not as the sender saw it. */
export class ItemChanged extends Refusal {
  override name = 'ItemChanged'

  constructor(languages: readonly string[]) {
    super(
      'preconditionFailed',
      languages.map((key) => problemAt(`languages.${key}`, say('languageChanged'))),
    )
  }
}

/** Refuses to overwrite what the sender has not seen; null overwrites all the same. */
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
