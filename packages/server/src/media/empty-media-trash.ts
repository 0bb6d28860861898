import { trashDays } from '../content/state.ts'
import type { MediaContext } from './media-context.ts'

const trashTime = trashDays * 24 * 60 * 60 * 1000
const batchSize = 100

/** Permanently removes media items whose time in the trash is over; returns their number. */
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
 * Runs after the records are removed, so a crash in between leaves an unused file. The lock blocks uploads
 * of the same bytes, which check for the file while they hold it.
 */
export function removeFileIfUnused(
  { store, mediaStorage }: Pick<MediaContext, 'store' | 'mediaStorage'>,
  sha256: string,
): Promise<boolean> {
  return store.write(async (tx) => {
    await tx.media.lockFile(sha256)
    if (await tx.media.isFileUsed(sha256)) return false
    await tx.media.removePreview(sha256)
    await mediaStorage.remove(sha256)
    return true
  })
}
