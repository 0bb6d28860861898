import { useSyncExternalStore } from 'react'
import type { DraftState } from './draft/draft-state.ts'
import type { DraftStore } from './draft/draft-store.ts'

/** A part of the state; only a change of that part renders anew. */
export function useDraft<T>(store: DraftStore, select: (state: DraftState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
