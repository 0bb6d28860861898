import { useSyncExternalStore } from 'react'

/** Whether a response reported that the session has ended. */
let isEnded = false
const listeners = new Set<() => void>()

function change(value: boolean): void {
  if (isEnded === value) return
  isEnded = value
  for (const listener of listeners) listener()
}

export const noteSessionEnd = (): void => change(true)
export const noteSignIn = (): void => change(false)

export function useIsSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isEnded,
  )
}
