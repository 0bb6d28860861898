import { shownOrphans, toReindex, type Examination } from './finding.ts'
import { everyMedia } from './media-walk.ts'

/** Finds records without a complete file, files without a record, and wrong search texts. */
export async function examineMedia(examination: Examination): Promise<void> {
  const { context, mediaStorage, onFinding } = examination
  const named = new Set<string>()
  for await (const { media, misfits } of everyMedia(context.store)) {
    for (const { id, filename, sha256, bytes, deletedAt } of media) {
      if (misfits.includes(id)) {
        onFinding(toReindex(`Media ${id} (${filename}): wrong search texts`))
      }
      named.add(sha256)
      const size = deletedAt === null ? await mediaStorage.sizeOf(sha256) : bytes
      if (size === bytes) continue
      const fault =
        size === undefined ? 'file is missing' : `file has ${size} bytes instead of ${bytes}`
      onFinding({
        kind: 'problem',
        what: `Media ${id} (${filename}): ${fault}`,
        advice: 'Restore a backup with octavo restore, or delete the media item.',
      })
    }
  }
  for (const id of await context.store.read((tx) => tx.media.orphans(shownOrphans))) {
    onFinding(toReindex(`Table media_texts: orphaned rows of deleted media ${id}`))
  }
  let surplus = 0
  for await (const sha256 of mediaStorage.list()) {
    if (named.has(sha256)) continue
    // The file may have been uploaded in the meantime.
    if (!(await context.store.read((tx) => tx.media.isFileUsed(sha256)))) surplus++
  }
  if (surplus > 0) {
    onFinding({
      kind: 'remark',
      what: `${surplus} media files without a media item, from interrupted uploads`,
      advice: 'They only use disk space. You can delete them while no server is running.',
    })
  }
  await examineUnfinished(examination)
}

async function examineUnfinished(examination: Examination): Promise<void> {
  const { mediaStorage, spool, isRepairing, onFinding } = examination
  let unfinished = 0
  for (const files of [mediaStorage.unfinished(), spool.unfinished()]) {
    for await (const { remove } of files) {
      if (isRepairing) await remove()
      unfinished++
    }
  }
  if (unfinished === 0) return
  onFinding({
    kind: 'remark',
    what: `${unfinished} unfinished files of interrupted uploads`,
    advice: isRepairing
      ? 'They were removed.'
      : 'To remove them, run octavo doctor --repair. A running server also removes them.',
  })
}
