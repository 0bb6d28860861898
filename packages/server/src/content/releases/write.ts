/** Writes of the content API that go into the copy of a release. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Item } from '../../store/records.ts'
import type { Release, ReleaseEntry } from '../../store/releases.ts'
import type { WriteTransaction } from '../../store/store.ts'
import { requireVersion, staleVersion } from '../load.ts'
import { baseOf, replaceEntries, wholeItem } from './entries.ts'
import { logRelease, requireEditable, requireRoom } from './find.ts'

/** The release that a write goes into. */
export interface ReleaseTarget {
  luid: string
  /** Whether the writer may change what published readers see. */
  canPublish: boolean
}

interface Writing {
  rootId: number
  actor: string
  at: number
  /** Versions of the copies in the release, or of the item if the release does not have it. */
  expectedVersions?: readonly string[]
}

export interface ReleaseCopy {
  /** The item with the copies of the release in the place of its drafts. */
  readonly item: Item
  /** Stores the drafts of the changed item as the copies, in these languages and those of the release. */
  save(after: Item, languageIds: readonly number[]): Promise<void>
  /** Plans to delete the item. */
  delete(): Promise<void>
}

export async function openCopy(
  tx: WriteTransaction,
  item: Item,
  target: ReleaseTarget,
  writing: Writing,
): Promise<ReleaseCopy> {
  const release = await editable(tx, target, writing)
  const entries = await tx.releases.entriesOf(release.id, [item.id])
  await requireCopyVersion(tx, item, copyVersion(entries), writing)
  const own = entries.filter(({ action }) => action === 'publish')
  const holder = withDrafts(item, own)
  const entryOf = facts(item, release, writing)

  async function finish(changed: readonly ReleaseEntry[]): Promise<void> {
    await replaceEntries(tx, release, changed)
    await requireRoom(tx, release)
    const { actor, at } = writing
    await logRelease(tx, release, { actor, at, action: 'add items' })
  }

  return {
    item: holder,
    async save(after, languageIds) {
      const ids = new Set([...languageIds, ...own.map(({ languageId }) => languageId)])
      const changed: ReleaseEntry[] = []
      for (const languageId of ids) {
        const copy = after.languages.get(languageId)?.draft ?? null
        if (!copy) await tx.releases.removeEntries(release.id, [item.id], languageId)
        else if (copy !== holder.languages.get(languageId)?.draft) {
          changed.push({ ...entryOf(languageId), action: 'publish', copy })
        }
      }
      await finish(changed)
    },
    delete: () => finish([{ ...entryOf(wholeItem), action: 'delete', copy: null }]),
  }
}

/**
 * The version of the copies of one item in a release; undefined without entries. Stamps only grow, and an entry that is
 * removed and added again has a new one, so the newest stamp and the number of entries identify them.
 */
export function copyVersion(entries: readonly Pick<ReleaseEntry, 'stamp'>[]): string | undefined {
  if (entries.length === 0) return undefined
  return `release-${Math.max(...entries.map(({ stamp }) => stamp))}-${entries.length}`
}

async function requireCopyVersion(
  tx: WriteTransaction,
  item: Item,
  version: string | undefined,
  { expectedVersions }: Writing,
): Promise<void> {
  if (version === undefined) return requireVersion(tx, item, expectedVersions)
  if (expectedVersions && !expectedVersions.includes(version)) throw staleVersion()
}

async function editable(
  tx: WriteTransaction,
  { luid, canPublish }: ReleaseTarget,
  { rootId }: Writing,
): Promise<Release> {
  const release = await tx.releases.find(rootId, luid)
  if (!release) {
    throw new Refusal('badRequest', [problemAt('release', say('releaseGone', { luid }))])
  }
  requireEditable(release, { canPublish })
  return release
}

function withDrafts(item: Item, entries: readonly ReleaseEntry[]): Item {
  const languages = new Map(item.languages)
  const empty = { published: null, publishedAt: null, lastPublishedAt: null }
  for (const { languageId, copy: draft } of entries) {
    languages.set(languageId, { ...(languages.get(languageId) ?? empty), draft })
  }
  return { ...item, languages }
}

function facts(item: Item, { id: releaseId }: Release, { actor, at }: Writing) {
  return (languageId: number) => ({
    releaseId,
    itemId: item.id,
    languageId,
    base: baseOf(item, languageId),
    previous: null,
    actor,
    addedAt: at,
    stamp: 0,
  })
}
