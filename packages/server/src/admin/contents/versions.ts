/** Detects conflicting changes by other users. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import { languageVersion } from '../../content/language-version.ts'
import type { Item } from '../../store/records.ts'

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
    return (
      language && version !== null && languageVersion(item.languages.get(language.id)) !== version
    )
  })
  if (changed.length > 0) throw new ItemChanged(changed.map(([key]) => key))
}
