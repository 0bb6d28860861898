/**
 * Lets all who wait begin together: one look at how things stand and one transaction then do for all of
 * them. Node takes in one new connection a round of its event loop, though. Where there are newcomers,
 * more may stand behind them, so only some begin a round then: as many as take a few milliseconds, or as
 * long as all else in a round.
 */
const [fewest, most] = [2, 256]
/** Milliseconds. */
const shortRound = 5
/** What one is taken to cost as long as none was measured. */
const firstCost = shortRound / 16
/** For how many rounds after the last newcomer the next one is expected. */
const patience = 4

interface Round {
  readonly begunAt: number
  readonly count: number
  /** When those who began had done what they could do at once. */
  pausedAt: number
  /** When the loop came back to them. */
  resumedAt: number
}

export type Turn = (isNewcomer: boolean) => Promise<void>

export function createTurns(now: () => number = () => performance.now()): Turn {
  const waiting: (() => void)[] = []
  let cost = firstCost
  let shortRounds = 0
  let isGoing = false
  let last: Round | undefined

  /** In one phase of the loop, one after the other: what `begin` lets begin runs between the two. */
  function schedule(): void {
    isGoing = true
    setImmediate(begin)
    setImmediate(pause)
  }

  function begin(): void {
    const begunAt = now()
    if (last) measure(last, begunAt)
    const room = shortRounds > 0 ? Math.max(fewest, Math.floor(timeForSome() / cost)) : most
    if (shortRounds > 0) shortRounds--
    const starts = waiting.splice(0, Math.min(room, most))
    const round = { begunAt, count: starts.length, pausedAt: begunAt, resumedAt: begunAt }
    last = round
    // Before anything that those who begin put off to the next round.
    setImmediate(() => (round.resumedAt = now()))
    for (const start of starts) start()
  }

  function pause(): void {
    if (last) last.pausedAt = now()
    if (waiting.length > 0) return schedule()
    isGoing = false
    last = undefined
  }

  /** What is taken between rounds is taken by others, mostly by those who write. */
  function timeForSome(): number {
    return last ? Math.max(shortRound, last.resumedAt - last.pausedAt) : shortRound
  }

  /** Without what others did between. */
  function measure({ begunAt, count, pausedAt, resumedAt }: Round, time: number): void {
    const took = pausedAt - begunAt + (time - resumedAt)
    cost = (cost + took / count) / 2
  }

  return (isNewcomer) =>
    new Promise((start) => {
      if (isNewcomer) shortRounds = patience
      waiting.push(start)
      if (!isGoing) schedule()
    })
}
