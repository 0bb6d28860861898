/**
 * Lets some begin at a time, and the others when the event loop has been round: it takes in one new
 * connection a round, and writes go on between reads, however many wait to read. How many begin follows
 * from how long the rounds take.
 */
const [fewest, most] = [2, 64]
/** Milliseconds. A round that takes longer is too long, one of half of it could do more. */
const longRound = 5

export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  const waiting: (() => void)[] = []
  let size = 16
  /** Of the round before, where some were left waiting in it. */
  let begunAt: number | undefined

  function begin(): void {
    const time = now()
    if (begunAt !== undefined) {
      const took = time - begunAt
      if (took > longRound) size = Math.max(fewest, size / 2)
      else if (took < longRound / 2) size = Math.min(most, size * 2)
    }
    for (const start of waiting.splice(0, size)) start()
    begunAt = waiting.length > 0 ? time : undefined
    if (waiting.length > 0) setImmediate(begin)
  }

  return () =>
    new Promise((start) => {
      if (waiting.length === 0) setImmediate(begin)
      waiting.push(start)
    })
}
