/** Publishes copies of drafts, and unpublishes, as one change of an item. */
import type { Problem } from '@octavo/schema/errors.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item, StageData } from '../../store/records.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { clearHidden } from '../hidden.ts'
import { publicationProblems } from '../rules.ts'
import { withSlugs } from '../slugs.ts'
import { publishCopy, unpublish } from '../transitions.ts'

/** A language of an item: the copy to publish, or null to unpublish it. */
export interface LanguageChange {
  languageId: number
  copy: StageData | null
}

/** The changed item, and the rules that it breaks. Throws if the item is archived or in the trash. */
export async function withCopies(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
  changes: readonly LanguageChange[],
  now: number,
): Promise<{ item: Item; problems: Problem[] }> {
  requireActive(item)
  let changed = item
  for (const { languageId, copy } of changes) {
    if (copy) changed = publishCopy(changed, languageId, copy, now)
    else if (isPublic(changed, languageId)) changed = unpublish(changed, languageId)
  }
  const shown = clearHidden(schema, item, changed, now)
  const after = await withSlugs(tx, schema, item, shown)
  return { item: after, problems: await publicationProblems(tx, schema, item, after) }
}

export function requireActive({ id, archivedAt, deletedAt }: Item): void {
  if (deletedAt !== null) throw new Refusal('badRequest', say('itemInTrash', { id }))
  if (archivedAt !== null) throw new Refusal('badRequest', say('itemArchived', { id }))
}

export function isPublic({ languages }: Item, languageId: number): boolean {
  return (languages.get(languageId)?.published ?? null) !== null
}
