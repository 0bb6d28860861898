/** References of a release to items that readers will not see. */
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item } from '../../store/records.ts'
import type { Release } from '../../store/releases.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { pointersOf, type ItemPointer } from '../pointers.ts'
import type { ItemChange } from './apply.ts'

export interface HiddenReference {
  item: Item
  languageId: number
  path: string
  targetId: number
}

const mostReported = 100

/**
 * Only references in the languages that the release publishes. Targets that this release, or a release or
 * schedule before it, publishes in that language are left out.
 */
export async function hiddenReferences(
  tx: ReadTransaction,
  schema: Schema,
  release: Release,
  changes: readonly ItemChange[],
): Promise<HiddenReference[]> {
  const after = new Map(changes.map((change) => [change.after.id, change.after]))
  const open: { item: Item; pointer: ItemPointer }[] = []
  await inBatches(changes, (some) => {
    for (const { after: item, entries } of some) {
      const published = new Set(
        entries.filter(({ action }) => action === 'publish').map(({ languageId }) => languageId),
      )
      for (const pointer of pointersOf(item, schema)) {
        const { kind, stage, languageId, targetId } = pointer
        if (kind !== 'item' || stage !== 'published' || !published.has(languageId)) continue
        const target = after.get(targetId)
        if (target ? !isPublicIn(target, languageId) : true) open.push({ item, pointer })
      }
    }
  })
  const outside = [...new Set(open.map(({ pointer }) => pointer.targetId))]
  if (outside.length === 0) return []
  const shown = await shownBy(tx, release, outside)
  return open
    .filter(
      ({ pointer: { targetId, languageId } }) =>
        after.has(targetId) || !shown.has(nameOf(targetId, scopeOf(languageId, 'published'))),
    )
    .slice(0, mostReported)
    .map(({ item, pointer: { languageId, path, targetId } }) => ({
      item,
      languageId,
      path,
      targetId,
    }))
}

function isPublicIn({ languages, archivedAt, deletedAt }: Item, languageId: number): boolean {
  return archivedAt === null && deletedAt === null && !!languages.get(languageId)?.published
}

/** What readers see now, and what is published until the time of the release. */
async function shownBy(
  tx: ReadTransaction,
  { rootId, dueAt }: Release,
  ids: readonly number[],
): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const { itemId, scope } of await tx.derived.entries(ids)) shown.add(nameOf(itemId, scope))
  if (dueAt === null) return shown
  const add = (itemId: number, languageId: number): void =>
    void shown.add(nameOf(itemId, scopeOf(languageId, 'published')))
  for (const { action, itemId, languageId, ...plan } of await tx.schedules.ofItems(ids)) {
    const isBefore = plan.failedAt === null && plan.dueAt <= dueAt
    if (action === 'publish' && isBefore) add(itemId, languageId)
  }
  const earlier = new Set((await tx.releases.dueBy(rootId, dueAt)).map(({ id }) => id))
  for (const { releaseId, action, itemId, languageId } of await tx.releases.ofItems(ids)) {
    if (action === 'publish' && earlier.has(releaseId)) add(itemId, languageId)
  }
  return shown
}

function nameOf(itemId: number, scope: number): string {
  return `${itemId} ${scope}`
}
