/** Limits how much work of one name is in progress; more of it waits in a bounded queue, first come first served. */
import { Unavailable } from '@octavo/schema/errors.ts'

export interface Gate {
  /** Runs the work when its turn comes. Throws `Unavailable` where the queue of the name is full. */
  run<T>(place: GatePlace, work: () => Promise<T>): Promise<T>
}

export interface GatePlace {
  /** Names do not affect each other: each has its own places and its own queue. */
  readonly name: string
  /** How much work of this name may be in progress. */
  readonly most: number
  /** Whether nobody waits for the result any more. Work that has not started then never starts. */
  isGone?(): boolean
}

interface Line {
  running: number
  waiting: Waiting[]
}

interface Waiting {
  isGone(): boolean
  start(): void
  drop(): void
}

export function createGate(mostWaiting: number): Gate {
  /** Only names that have work in progress. */
  const lines = new Map<string, Line>()

  function lineOf(name: string): Line {
    const known = lines.get(name)
    if (known) return known
    const line = { running: 0, waiting: [] }
    lines.set(name, line)
    return line
  }

  function turnIn(line: Line, isGone: () => boolean): Promise<void> {
    if (line.waiting.length >= mostWaiting) dropGone(line)
    if (line.waiting.length >= mostWaiting) {
      throw new Unavailable('too many requests are in progress; try again in a second', 1)
    }
    return new Promise((start, fail) => {
      const drop = (): void => fail(new Unavailable('the client has left', 1))
      line.waiting.push({ isGone, start, drop })
    })
  }

  function leave(name: string, line: Line): void {
    for (let next = line.waiting.shift(); next; next = line.waiting.shift()) {
      // The next one takes over the place.
      if (!next.isGone()) return next.start()
      next.drop()
    }
    line.running -= 1
    if (line.running === 0) lines.delete(name)
  }

  return {
    async run({ name, most, isGone = never }, work) {
      const line = lineOf(name)
      if (line.running < most) line.running += 1
      else await turnIn(line, isGone)
      try {
        return await work()
      } finally {
        leave(name, line)
      }
    },
  }
}

function dropGone(line: Line): void {
  const gone = line.waiting.filter(({ isGone }) => isGone())
  line.waiting = line.waiting.filter((waiting) => !gone.includes(waiting))
  for (const { drop } of gone) drop()
}

function never(): boolean {
  return false
}
