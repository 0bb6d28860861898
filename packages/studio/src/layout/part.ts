/** The loading state of a part of the app that is loaded on demand. */
import type { ComponentType } from 'react'

/** Why a part is missing: the server is unreachable, it has a newer version without the part, or unknown. */
export type Absence = 'unreachable' | 'replaced' | 'unknown'

type PartState<Props> = { Part: ComponentType<Props> } | { Part: undefined; absence: Absence }

/** The same delay as for saving. */
const retryMs = 3000
const responseTimeoutMs = 10_000

/** Shared by all places that show the part, so that it is fetched once. */
export function createPart<Props>(load: () => Promise<ComponentType<Props>>) {
  let state: PartState<Props> | undefined
  let trying: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the place that started the attempt is unmounted. */
  let isLeft = false
  const listeners = new Set<() => void>()

  /** Never rejects: a failure is part of the state. */
  function fetchPart(): Promise<void> {
    if (state?.Part) return Promise.resolve()
    trying ??= tryOnce().finally(() => {
      trying = undefined
    })
    return trying
  }

  async function tryOnce(): Promise<void> {
    clearTimeout(timer)
    isLeft = false
    try {
      state = { Part: await load() }
    } catch (error) {
      const absence = await whyAbsent()
      // The part itself may be faulty.
      if (absence === 'unknown') reportError(error)
      state = isLeft ? undefined : { Part: undefined, absence }
    }
    for (const listener of listeners) listener()
    planNext()
  }

  function planNext(): void {
    clearTimeout(timer)
    const isWorthwhile = state && !state.Part && state.absence === 'unreachable'
    if (isWorthwhile && listeners.size > 0) timer = setTimeout(fetchAgain, retryMs)
  }

  const fetchAgain = (): void => void fetchPart()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    if (listeners.size === 1) window.addEventListener('online', fetchAgain)
    planNext()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      window.removeEventListener('online', fetchAgain)
      clearTimeout(timer)
      // The next place starts a new attempt instead of showing the old error.
      if (!state?.Part) state = undefined
      isLeft = true
    }
  }

  return {
    /** Undefined until the first attempt has ended. */
    get: (): PartState<Props> | undefined => state,
    subscribe,
    fetch: fetchPart,
  }
}

/** File names contain a content hash, so a different entry file in the page means a new version. */
async function whyAbsent(): Promise<Absence> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  try {
    const signal = AbortSignal.timeout(responseTimeoutMs)
    const page = await fetch('/', { cache: 'no-store', signal })
    if (!page.ok) return 'unreachable'
    return (await page.text()).includes(own) ? 'unknown' : 'replaced'
  } catch {
    return 'unreachable'
  }
}
