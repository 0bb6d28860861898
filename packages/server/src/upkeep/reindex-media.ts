import type { Store } from '../store/store.ts'
import { everyMedia } from './media-walk.ts'

/** Writes what the library finds media by anew where it is wrong. Returns for how many. */
export async function reindexMedia(
  store: Store,
  request: { onMended?(subject: string, reasons: readonly string[]): void },
): Promise<number> {
  let mended = 0
  for await (const { misfits } of everyMedia(store)) {
    if (misfits.length === 0) continue
    const done = await store.write(async (tx) => {
      // Locked and looked at again: they may have been saved meanwhile.
      const media = await tx.media.load(misfits)
      const wrong = await tx.media.misfits(media)
      for (const one of media.filter(({ id }) => wrong.includes(id))) await tx.media.update(one)
      return wrong
    })
    for (const id of done) request.onMended?.(`media ${id}`, ['what it is found by is wrong'])
    mended += done.length
  }
  return mended
}
