import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import type { MediaRecord } from '../store/records.ts'
import { atMost, checkFile, type CheckedFile } from './add-media.ts'
import { removeFileIfUnused } from './empty-media-trash.ts'
import { safeFilename, withoutFolders } from './filename.ts'
import { asSpaceStores } from './location/remove-location.ts'
import { logMediaChanges } from './media-change.ts'
import type { ReceivingContext, UploadContext } from './media-context.ts'
import { checkMediaQuota } from './check-media-quota.ts'
import type { SpooledFile } from './spool.ts'

export interface Replacement {
  rootId: number
  id: number
  filename: string
  chunks: AsyncIterable<Uint8Array>
  actor: string
}

/** Replaces the file of a media item. Content that uses the item shows the new file. */
export async function replaceFile(
  context: ReceivingContext,
  replacement: Replacement,
): Promise<MediaRecord> {
  const { rootId, id } = replacement
  const chunks = atMost(context.mediaLimits.uploadBytes, replacement.chunks)
  const { before, after } = await context.spool.receive(chunks, async (received) => {
    const spooled = await asSpaceStores(context, rootId, received)
    const [replaced] = await context.store.read((tx) => tx.media.load([id]))
    await checkMediaQuota(context, rootId, spooled.bytes - (replaced?.bytes ?? 0))
    const file = await checkFile(context, spooled)
    await context.mediaStorage.addFile(spooled)
    try {
      return await save(context, replacement, file, spooled)
    } catch (error) {
      if (error instanceof Refusal) await removeFileIfUnused(context, file.facts.sha256)
      throw error
    }
  })
  if (before.sha256 !== after.sha256) await removeFileIfUnused(context, before.sha256)
  return after
}

function save(
  context: UploadContext,
  { rootId, id, filename, actor }: Replacement,
  { facts: file, preview }: CheckedFile,
  spooled: SpooledFile,
): Promise<{ before: MediaRecord; after: MediaRecord }> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    await tx.media.lockFile(file.sha256)
    if ((await context.mediaStorage.sizeOf(file.sha256)) === undefined)
      await context.mediaStorage.addFile(spooled)
    const [before] = await tx.media.load([id])
    if (before?.rootId !== rootId || before.deletedAt !== null) {
      throw new Refusal('notFound', say('mediaGone'))
    }
    await requireRoomIn(tx, schema.root, { mediaBytes: file.bytes - before.bytes })
    const after: MediaRecord = {
      ...before,
      ...file,
      filename: newName(before, filename, file.sha256),
      // Another picture has its subject elsewhere.
      focus: file.sha256 === before.sha256 ? before.focus : null,
    }
    await tx.media.update(after)
    if (preview) await tx.media.savePreview(file.sha256, preview)
    const entry = { actor, action: 'replace file', at: context.now() }
    await logMediaChanges(tx, schema, [{ before, after }], entry)
    return { before, after }
  })
}

/**
 * Clients cache files for a year, so new bytes need a URL that was never used. Earlier names of the item are
 * not stored; a part of the hash makes the name unique.
 */
function newName(before: MediaRecord, given: string, sha256: string): string {
  const name = withoutFolders(given)
  const isSame = sha256 === before.sha256 && safeFilename(name) === before.filename
  return isSame ? before.filename : safeFilename(name, `-${sha256.slice(0, 6)}`)
}
