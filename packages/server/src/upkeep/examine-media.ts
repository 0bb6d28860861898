import { shownOrphans, toReindex, type Examination } from './finding.ts'
import { everyMedia } from './media-walk.ts'

/** Records without a whole file, files that no record names, and what the library finds media by. */
export async function examineMedia(examination: Examination): Promise<void> {
  const { context, mediaStorage, onFinding } = examination
  const named = new Set<string>()
  for await (const { media, misfits } of everyMedia(context.store)) {
    for (const { id, filename, sha256, bytes, deletedAt } of media) {
      if (misfits.includes(id)) {
        onFinding(toReindex(`Media ${id} (${filename}): what it is found by is wrong`))
      }
      named.add(sha256)
      const size = deletedAt === null ? await mediaStorage.sizeOf(sha256) : bytes
      if (size === bytes) continue
      const fault = size === undefined ? 'is missing' : `has ${size} bytes and should have ${bytes}`
      onFinding({
        kind: 'problem',
        what: `The file of media ${id} (${filename}) ${fault}`,
        advice: 'Bring it back from a backup with octavo restore, or delete the media item.',
      })
    }
  }
  for (const id of await context.store.read((tx) => tx.media.orphans(shownOrphans))) {
    onFinding(toReindex(`Table media_texts has rows of media ${id}, which is gone`))
  }
  let surplus = 0
  for await (const sha256 of mediaStorage.list()) {
    if (named.has(sha256)) continue
    // One may have been uploaded while we looked.
    if (!(await context.store.read((tx) => tx.media.isFileUsed(sha256)))) surplus++
  }
  if (surplus > 0) {
    onFinding({
      kind: 'remark',
      what: `${surplus} media files belong to no media item: an upload was cut off`,
      advice: 'They only cost room. They may be deleted while no server runs.',
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
    what: `${unfinished} unfinished files were left behind by uploads that were cut off`,
    advice: isRepairing
      ? 'They are removed.'
      : 'They only cost room. octavo doctor --repair removes them, and so does a running server.',
  })
}
