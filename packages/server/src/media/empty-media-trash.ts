import { trashDays } from '../content/state.ts'
import type { MediaContext } from './media-context.ts'

const trashTime = trashDays * 24 * 60 * 60 * 1000
const batchSize = 100

/** Removes for good what was deleted long ago; returns how many media items went. */
export async function emptyMediaTrash(context: MediaContext): Promise<number> {
  const { store, now } = context
  const names = await store.write(async (tx) => {
    const expired = await tx.media.trashedBefore(now() - trashTime, batchSize)
    await tx.media.remove(expired.map(({ id }) => id))
    return expired.map(({ sha256 }) => sha256)
  })
  for (const sha256 of new Set(names)) await removeFileIfUnused(context, sha256)
  return names.length
}

/**
 * After the records, so that a stop in between leaves a file too many. The lock keeps off uploads
 * of the same bytes, which look for the file while they hold it.
 */
export function removeFileIfUnused(
  { store, mediaStorage }: Pick<MediaContext, 'store' | 'mediaStorage'>,
  sha256: string,
): Promise<boolean> {
  return store.write(async (tx) => {
    await tx.media.lockFile(sha256)
    if (await tx.media.isFileUsed(sha256)) return false
    await mediaStorage.remove(sha256)
    return true
  })
}
