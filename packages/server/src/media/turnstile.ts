/** Lets a few at a time do their work; the rest wait in line. */
export interface Turnstile {
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function turnstile(atOnce: number): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async pass(work) {
      if (inside >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else inside++
      try {
        return await work()
      } finally {
        // Whoever is next takes over this place.
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
