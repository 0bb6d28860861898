/** A part of the app that is fetched when it is needed, and what became of it. */
import type { ComponentType } from 'react'

/** Nobody answers; the server has a newer version, and this part no longer; or neither. */
export type Absence = 'unreachable' | 'replaced' | 'unknown'

type PartState<Props> = { Part: ComponentType<Props> } | { Part: undefined; absence: Absence }

/** As long as saving waits. */
const retryMs = 3000
const longestAnswerMs = 10_000

/** One for all the places that show it: what one of them fetches, all of them have. */
export function createPart<Props>(load: () => Promise<ComponentType<Props>>) {
  let state: PartState<Props> | undefined
  let trying: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Nobody shows it any more who did when the try began. */
  let isLeft = false
  const listeners = new Set<() => void>()

  /** Never rejects: that it did not come is a state like any other. */
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
      // Then it may be the part itself that is wrong.
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
      // Who comes next waits for a new try, and does not read about the old one.
      if (!state?.Part) state = undefined
      isLeft = true
    }
  }

  return {
    /** Undefined until the first try has ended. */
    get: (): PartState<Props> | undefined => state,
    subscribe,
    fetch: fetchPart,
  }
}

/** The names of files change with their content, and the page names the first of them. */
async function whyAbsent(): Promise<Absence> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  try {
    const signal = AbortSignal.timeout(longestAnswerMs)
    const page = await fetch('/', { cache: 'no-store', signal })
    if (!page.ok) return 'unreachable'
    return (await page.text()).includes(own) ? 'unknown' : 'replaced'
  } catch {
    return 'unreachable'
  }
}
