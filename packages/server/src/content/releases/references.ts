/** References of a release to items that readers will not see. */
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item } from '../../store/records.ts'
import type { Release } from '../../store/releases.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { pointersOf } from '../pointers.ts'
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
  const { rootId, dueAt } = release
  const earlier = dueAt === null ? [] : await tx.releases.dueBy(rootId, dueAt)
  const before: Before = { dueAt, releaseIds: new Set(earlier.map(({ id }) => id)) }
  const hidden: HiddenReference[] = []
  await inBatches(changes, async (some) => {
    if (hidden.length >= mostReported) return
    const open = some.flatMap((change) => openReferences(schema, change, after))
    const outside = open.map(({ targetId }) => targetId).filter((id) => !after.has(id))
    const shown = await shownBy(tx, before, [...new Set(outside)])
    const isHidden = ({ targetId, languageId }: HiddenReference): boolean =>
      after.has(targetId) || !shown.has(nameOf(targetId, scopeOf(languageId, 'published')))
    hidden.push(...open.filter(isHidden))
  })
  return hidden.slice(0, mostReported)
}

/** References to items that the release does not publish. */
function openReferences(
  schema: Schema,
  { after: item, entries }: ItemChange,
  after: ReadonlyMap<number, Item>,
): HiddenReference[] {
  const published = new Set(
    entries.filter(({ action }) => action === 'publish').map(({ languageId }) => languageId),
  )
  return pointersOf(item, schema).flatMap(({ kind, stage, languageId, path, targetId }) => {
    if (kind !== 'item' || stage !== 'published' || !published.has(languageId)) return []
    const target = after.get(targetId)
    return target && isPublicIn(target, languageId) ? [] : [{ item, languageId, path, targetId }]
  })
}

function isPublicIn({ languages, archivedAt, deletedAt }: Item, languageId: number): boolean {
  return archivedAt === null && deletedAt === null && !!languages.get(languageId)?.published
}

/** What is published before a release. */
interface Before {
  /** Null if the release has no time. */
  dueAt: number | null
  releaseIds: ReadonlySet<number>
}

/** What readers see now, and what is published until the time of the release. */
async function shownBy(
  tx: ReadTransaction,
  { dueAt, releaseIds }: Before,
  ids: readonly number[],
): Promise<Set<string>> {
  const shown = new Set<string>()
  if (ids.length === 0) return shown
  for (const { itemId, scope } of await tx.derived.entries(ids)) shown.add(nameOf(itemId, scope))
  if (dueAt === null) return shown
  const add = (itemId: number, languageId: number): void =>
    void shown.add(nameOf(itemId, scopeOf(languageId, 'published')))
  for (const { action, itemId, languageId, ...plan } of await tx.schedules.outlines(ids)) {
    const isBefore = plan.failedAt === null && plan.dueAt <= dueAt
    if (action === 'publish' && isBefore) add(itemId, languageId)
  }
  for (const { releaseId, action, itemId, languageId } of await tx.releases.outlines(ids)) {
    if (action === 'publish' && releaseIds.has(releaseId)) add(itemId, languageId)
  }
  return shown
}

function nameOf(itemId: number, scope: number): string {
  return `${itemId} ${scope}`
}
