/** Schedules and entries of releases that a change of items drops, and that its undo restores. */
import { mostReleaseItems } from '@octavo/schema/admin/releases.ts'
import type { Item } from '../store/records.ts'
import type { ReleaseEntry } from '../store/releases.ts'
import type { Schedule } from '../store/schedules.ts'
import type { WriteTransaction } from '../store/store.ts'
import { wholeItem } from './releases/entries.ts'
import { logRelease } from './releases/find.ts'

export interface DroppedPlans {
  schedules: readonly Schedule[]
  entries: readonly ReleaseEntry[]
}

interface Writer {
  actor: string
  at: number
}

/**
 * A removed language comes back neither by a schedule nor by a release that was prepared before. Other plans stay, also
 * those of archived and deleted items. The caller has locked the items.
 */
export async function dropPlansOfRemoved(
  tx: WriteTransaction,
  changes: readonly { before: Item; after: Item }[],
  { actor, at }: Writer,
): Promise<DroppedPlans> {
  const removed = new Map(
    changes.flatMap(({ before, after }) => {
      const languageIds = removedLanguages(before, after)
      return languageIds.length > 0 ? [[after.id, languageIds]] : []
    }),
  )
  if (removed.size === 0) return { schedules: [], entries: [] }
  const isRemoved = ({ itemId, languageId }: { itemId: number; languageId: number }): boolean =>
    removed.get(itemId)?.includes(languageId) ?? false
  const ids = [...removed.keys()]
  const schedules = (await tx.schedules.ofItems(ids)).filter(isRemoved)
  await tx.schedules.remove(schedules)
  const planned = (await tx.releases.outlines(ids)).filter(isRemoved)
  const entries: ReleaseEntry[] = []
  for (const release of await tx.releases.byId(unique(planned, 'releaseId'))) {
    // The entries of a published release are its history.
    if (release.publishedAt !== null) continue
    const itemIds = unique(
      planned.filter(({ releaseId }) => releaseId === release.id),
      'itemId',
    )
    const own = (await tx.releases.entriesOf(release.id, itemIds)).filter(isRemoved)
    for (const { itemId, languageId } of own) {
      await tx.releases.removeEntries(release.id, [itemId], languageId)
    }
    await logRelease(tx, release, { actor, at, action: 'remove items' })
    entries.push(...own)
  }
  return { schedules, entries }
}

function removedLanguages(before: Item, after: Item): number[] {
  const languages = [...before.languages.keys()]
  return languages.filter((id) => hasContent(before, id) && !hasContent(after, id))
}

function hasContent({ languages }: Item, languageId: number): boolean {
  const language = languages.get(languageId)
  return language !== undefined && (language.draft ?? language.published) !== null
}

function unique<Key extends 'releaseId' | 'itemId'>(
  rows: readonly Record<Key, number>[],
  key: Key,
): number[] {
  return [...new Set(rows.map((row) => row[key]))]
}

/** What was published or unpublished by hand no longer counts as failed. Returns the removed schedules. */
export async function dropFailed(
  tx: WriteTransaction,
  {
    ids,
    action,
    languageId,
  }: { ids: readonly number[]; action: string; languageId: number | null },
): Promise<Schedule[]> {
  if (action !== 'publish' && action !== 'unpublish') return []
  const failed = (await tx.schedules.ofItems(ids)).filter(
    (plan) =>
      plan.action === action &&
      plan.failedAt !== null &&
      (languageId === null || plan.languageId === languageId),
  )
  await tx.schedules.remove(failed)
  return failed
}

/** Plans that were made meanwhile win. */
export async function restorePlans(
  tx: WriteTransaction,
  item: Item,
  { schedules, entries }: DroppedPlans,
  writer: Writer,
): Promise<void> {
  await restoreSchedules(tx, schedules)
  if (entries.length > 0) await restoreEntries(tx, item, entries, writer)
}

/** Those that were due in the meantime run now, as after an interruption. */
async function restoreSchedules(
  tx: WriteTransaction,
  schedules: readonly Schedule[],
): Promise<void> {
  const existing = await tx.schedules.ofItems(schedules.map(({ itemId }) => itemId))
  const isReplaced = ({ languageId, action }: Schedule): boolean =>
    existing.some((one) => one.languageId === languageId && one.action === action)
  await tx.schedules.save(schedules.filter((one) => !isReplaced(one)))
}

/** Releases that were published, deleted or filled meanwhile stay as they are. */
async function restoreEntries(
  tx: WriteTransaction,
  { id, rootId }: Item,
  entries: readonly ReleaseEntry[],
  { actor, at }: Writer,
): Promise<void> {
  for (const { luid, id: releaseId } of await tx.releases.byId(unique(entries, 'releaseId'))) {
    const release = await tx.releases.find(rootId, luid)
    if (release?.id !== releaseId || release.publishedAt !== null) continue
    const existing = await tx.releases.stamps(releaseId, id)
    const { items } = await tx.releases.facts(releaseId)
    if (existing.length === 0 && items >= mostReleaseItems) continue
    const restored = entries.filter(
      (entry) =>
        entry.releaseId === releaseId &&
        !existing.some((one) => [entry.languageId, wholeItem].includes(one.languageId)),
    )
    if (restored.length === 0) continue
    await tx.releases.saveEntries(restored)
    await logRelease(tx, release, { actor, at, action: 'add items' })
  }
}
