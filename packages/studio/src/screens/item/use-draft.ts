import { useSyncExternalStore } from 'react'
import type { DraftState } from './draft/draft-state.ts'
import type { DraftStore } from './draft/draft-store.ts'

/** Selects a part of the state. Rerenders only when that part changes. */
export function useDraft<T>(store: DraftStore, select: (state: DraftState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
