/** Makes public what was public before a release. */
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { requireRoomIn } from '../../access/quotas.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item, ItemLanguage } from '../../store/records.ts'
import type { ReleaseEntry } from '../../store/releases.ts'
import type { ContentContext } from '../context.ts'
import { retryTaken } from '../retry-taken.ts'
import { saveMany, type SavedChange } from '../save-many.ts'
import { isCopyOf, restoreFromTrash } from '../transitions.ts'
import { problemsOfAll } from './apply.ts'
import { baseOf, languageName } from './entries.ts'
import { eachItemOf, inRelease, logRelease, requireSpaces, type ReleaseRequest } from './find.ts'

/**
 * The released content becomes drafts, unless there are newer ones. Rejected if one of the items was
 * published, unpublished, archived or deleted since.
 */
export function undoRelease(
  context: ContentContext,
  request: Omit<ReleaseRequest, 'canPublish'>,
): Promise<void> {
  return retryTaken(() =>
    inRelease(context, request, async (tx, { schema, release, now: at }) => {
      const { luid, publishedAt } = release
      if (publishedAt === null) throw new Refusal('badRequest', say('releaseNotDone', { luid }))
      await requireSpaces(tx, release, request.spaceIds)
      const entries: ReleaseEntry[] = []
      const problems: Problem[] = []
      const changes: SavedChange[] = []
      await eachItemOf(tx, release, (some) => {
        for (const { itemId: id, item, entries: own } of some) {
          entries.push(...own)
          const changed = item ? changedSince(item, own, publishedAt) : own
          for (const { languageId } of changed) addChanged(problems, schema, id, languageId)
          if (item && changed.length === 0 && !wasInTrash(item, publishedAt)) {
            changes.push(undone(item, own))
          }
        }
      })
      if (problems.length === 0) problems.push(...(await problemsOfAll(tx, schema, changes)))
      if (problems.length > 0) throw new Refusal('badRequest', problems)
      const restored = changes.filter(({ action }) => action === 'restore').length
      await requireRoomIn(tx, schema.root, { items: restored })
      const { actor } = request
      await saveMany(tx, schema, changes, { actor, at, release: luid })
      const bases = new Map(changes.map(({ after }) => [after.id, after]))
      await inBatches(entries, (some) =>
        tx.releases.saveEntries(some.map((entry) => reopened(entry, bases))),
      )
      await tx.releases.save({ ...release, publishedAt: null, publisher: null, undoneAt: at })
      await logRelease(tx, release, { actor, at, action: 'undo' })
    }),
  )
}

function addChanged(problems: Problem[], schema: Schema, id: number, languageId: number): void {
  const language = languageName(schema, languageId)
  addProblem(problems, problemAt('', say('releaseChangedSince', { id, language })))
}

/** Whether the release found the item in the trash, so that it did not change it. */
function wasInTrash({ deletedAt }: Item, publishedAt: number): boolean {
  return deletedAt !== null && deletedAt < publishedAt
}

/** The entries whose result is no longer what readers see. */
function changedSince(
  item: Item,
  entries: readonly ReleaseEntry[],
  publishedAt: number,
): readonly ReleaseEntry[] {
  return entries.filter(({ action, languageId }) => {
    if (action === 'delete') {
      return item.deletedAt !== publishedAt && !wasInTrash(item, publishedAt)
    }
    if (item.archivedAt !== null || item.deletedAt !== null) return true
    const { draft = null, published = null } = item.languages.get(languageId) ?? {}
    if (action === 'publish') return published?.updatedAt !== publishedAt
    // Without a draft, the language has been removed.
    return published !== null || draft === null
  })
}

function undone(before: Item, entries: readonly ReleaseEntry[]): SavedChange {
  if (entries.some(({ action }) => action === 'delete')) {
    return { before, after: restoreFromTrash(before), action: 'restore' }
  }
  const languages = new Map(before.languages)
  for (const { languageId, previous } of entries) {
    const language = languages.get(languageId)
    if (!language || !previous) continue
    const { published, lastPublishedAt } = previous
    const draft = draftAfter(language, published)
    languages.set(languageId, { ...language, published, lastPublishedAt, draft })
  }
  const isPublic = entries.some(({ previous }) => previous?.published)
  return { before, after: { ...before, languages }, action: isPublic ? 'publish' : 'unpublish' }
}

/** A draft that equals what becomes public again is none. */
function draftAfter(
  { draft, published: released }: ItemLanguage,
  published: ItemLanguage['published'],
): ItemLanguage['draft'] {
  const next = draft ?? released
  return next && published && isCopyOf(next, published) ? null : next
}

/** The release is open again, with the same content. */
function reopened(entry: ReleaseEntry, items: ReadonlyMap<number, Item>): ReleaseEntry {
  const item = items.get(entry.itemId)
  return { ...entry, previous: null, base: item ? baseOf(item, entry.languageId) : entry.base }
}
