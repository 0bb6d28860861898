import type { ContentContext } from '../content/context.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Examination } from './finding.ts'

const batchSize = 500

/** Records without a file, and files that no record names. */
export async function examineMedia(examination: Examination): Promise<void> {
  const { context, mediaStorage, onFinding } = examination
  const named = new Set<string>()
  for await (const { id, filename, sha256, deletedAt } of everyMedia(context)) {
    named.add(sha256)
    if (deletedAt !== null || (await mediaStorage.has(sha256))) continue
    onFinding({
      kind: 'problem',
      what: `The file of media ${id} (${filename}) is missing`,
      advice: 'Bring it back from a backup with octavo restore, or delete the media item.',
    })
  }
  let surplus = 0
  for await (const sha256 of mediaStorage.list()) {
    if (!named.has(sha256) && !(await isUsedNow(context, sha256))) surplus++
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

/** One that was uploaded while we looked. */
function isUsedNow({ store }: ContentContext, sha256: string): Promise<boolean> {
  return store.read((tx) => tx.media.isFileUsed(sha256))
}

async function* everyMedia({ store }: ContentContext): AsyncIterable<MediaRecord> {
  for (const { id: rootId } of await store.read((tx) => tx.roots.list())) {
    for (let lastId = 0; ;) {
      const after = lastId
      const batch = await store.read((tx) => tx.media.after(rootId, after, batchSize))
      yield* batch
      const last = batch.at(-1)
      if (!last) break
      lastId = last.id
    }
  }
}
