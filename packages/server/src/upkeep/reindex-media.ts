import type { Store } from '../store/store.ts'
import { everyMedia } from './media-walk.ts'

/** Repairs wrong search texts of media. Returns the number of repaired media. */
export async function reindexMedia(
  store: Store,
  request: { onRepaired?(subject: string, reasons: readonly string[]): void },
): Promise<number> {
  let repaired = 0
  for await (const { misfits } of everyMedia(store)) {
    if (misfits.length === 0) continue
    const done = await store.write(async (tx) => {
      // `load` locks the rows. Check again: they may have been saved in the meantime.
      const media = await tx.media.load(misfits)
      const wrong = await tx.media.misfits(media)
      for (const one of media.filter(({ id }) => wrong.includes(id))) await tx.media.update(one)
      return wrong
    })
    for (const id of done) request.onRepaired?.(`media ${id}`, ['wrong search texts'])
    repaired += done.length
  }
  return repaired
}
