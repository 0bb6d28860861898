/** Prepares the health of a webhook for its plot. */

export interface Hour {
  /** Start of the hour, ISO 8601 UTC. */
  at: string
  succeeded: number
  failed: number
}

const hourMs = 60 * 60 * 1000

/** The last `count` hours, oldest first, including those without attempts. */
export function hoursUntil(now: number, count: number, known: readonly Hour[]): Hour[] {
  const current = Math.floor(now / hourMs)
  return Array.from({ length: count }, (_, index) => {
    const start = (current - (count - 1 - index)) * hourMs
    const found = known.find(({ at }) => Date.parse(at) === start)
    const { succeeded = 0, failed = 0 } = found ?? {}
    return { at: new Date(start).toISOString(), succeeded, failed }
  })
}
