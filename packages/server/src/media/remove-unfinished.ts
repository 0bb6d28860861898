import type { Unfinished } from './storage.ts'

/** Removes unfinished files of processes that died. Uploads in progress are not affected. */
export async function removeUnfinished(place: {
  unfinished(): AsyncIterable<Unfinished>
}): Promise<void> {
  for await (const { remove } of place.unfinished()) await remove()
}
