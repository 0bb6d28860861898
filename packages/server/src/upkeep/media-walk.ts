import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const batchSize = 500

export interface MediaBatch {
  media: MediaRecord[]
  /** Ids of media with wrong or missing search texts. */
  misfits: number[]
}

/** All media of all roots, including the trash. */
export async function* everyMedia(store: Store): AsyncIterable<MediaBatch> {
  for (const { id: rootId } of await store.read((tx) => tx.roots.list())) {
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const after: number = lastId
      const batch = await store.read(async (tx) => {
        const media = await tx.media.after(rootId, after, batchSize)
        return { media, misfits: media.length > 0 ? await tx.media.misfits(media) : [] }
      })
      yield batch
      lastId = batch.media.at(-1)?.id
    }
  }
}
