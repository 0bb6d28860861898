import type { Reader } from '../store/reader.ts'

/** The client of a read that a test sends to a store. */
export function storeReader(timeout: number, isGone: () => boolean): Reader {
  return { rootId: 0, caller: '', deadline: performance.now() + timeout, isGone }
}
