/**
 * Shares the event loop between requests. Work waits here for its turn in order of arrival, and each round
 * of the loop runs only a few milliseconds of it. In between, the loop serves events that need no turn,
 * such as cached responses and new connections.
 *
 * Reads that start in the same group share one version check and one transaction, so groups are as large
 * as their cost permits.
 */

/** Milliseconds in each round of the event loop. */
const roundTime = 3
/** Milliseconds for one group; the clock is read between groups. */
const groupTime = 1
/** Immediates run one after the other in one round, each with the promises that it resolves. */
const groupsPerRound = 8
const [firstSize, mostInGroup] = [2, 256]

/**
 * A long piece of work takes about a millisecond, and is a group of its own. The cost of other work is
 * estimated from the groups before.
 */
export type Work = 'short' | 'long'

/** Resolves when the caller may continue. */
export type NextTurn = (work?: Work) => Promise<void>

interface Waiting {
  readonly work: Work
  start(): void
}

export function createTurns(now: () => number = () => performance.now()): NextTurn {
  const waiting: Waiting[] = []
  let groupSize = firstSize
  let isScheduled = false
  let roundStart: number | undefined
  let group: { readonly start: number; readonly count: number } | undefined

  function scheduleRound(): void {
    isScheduled = true
    for (let index = 0; index < groupsPerRound; index++) setImmediate(startGroup)
    setImmediate(endRound)
  }

  function startGroup(): void {
    const start = now()
    endGroup(start)
    roundStart ??= start
    if (waiting.length === 0 || start - roundStart >= roundTime) return
    const isLong = waiting[0]?.work === 'long'
    const starts = waiting.splice(0, isLong ? 1 : shortOnes())
    if (!isLong) group = { start, count: starts.length }
    for (const one of starts) one.start()
  }

  function shortOnes(): number {
    const end = waiting.findIndex(({ work }, index) => work === 'long' || index === groupSize)
    return end === -1 ? waiting.length : end
  }

  /** Adapts the group size to the time that the last group took. */
  function endGroup(time: number): void {
    if (!group) return
    const took = time - group.start
    if (took > groupTime) groupSize = Math.max(1, Math.floor((group.count * groupTime) / took))
    else if (group.count === groupSize && took < groupTime / 2)
      groupSize = Math.min(groupSize * 2, mostInGroup)
    group = undefined
  }

  function endRound(): void {
    endGroup(now())
    roundStart = undefined
    isScheduled = false
    if (waiting.length > 0) scheduleRound()
  }

  return (work = 'short') =>
    new Promise((start) => {
      waiting.push({ work, start })
      if (!isScheduled) scheduleRound()
    })
}

/** For this thread, which has one event loop. */
export const nextTurn = createTurns()

/** Splits long work on the serving thread, so that other requests are served in between. */
export interface Pace {
  /** Counts what was processed, in the unit of the pace; returns a promise if other requests should run first. */
  after(amount: number): Promise<void> | undefined
}

/** The usual unit is a byte. Takes some milliseconds when documents are parsed and rendered. */
const bytesPerTurn = 256 * 1024

export function createPace(most = bytesPerTurn): Pace {
  let left = most
  return {
    after(amount) {
      left -= amount
      if (left > 0) return undefined
      left = most
      return nextTurn('long')
    },
  }
}
