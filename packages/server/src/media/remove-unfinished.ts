import type { Unfinished } from './storage.ts'

/** Removes what uploads left behind whose process died. Those under way are left alone. */
export async function removeUnfinished(place: {
  unfinished(): AsyncIterable<Unfinished>
}): Promise<void> {
  for await (const { remove } of place.unfinished()) await remove()
}
