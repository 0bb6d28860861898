import { Refusal } from '@octavo/schema/errors.ts'

/** Nobody waited for the work any more when its turn came, so nobody will read this. */
export class Abandoned extends Refusal {
  constructor() {
    super('badRequest', 'the client has gone')
    this.name = 'Abandoned'
  }
}

/** A few at a time; those who wait come from groups that take turns, however long each one's line is. */
export interface FairLine {
  /** Work that is unwanted when its turn comes is not begun. */
  pass<T>(group: string, isWanted: () => boolean, work: () => Promise<T>): Promise<T>
}

export function fairLine(atOnce: number): FairLine {
  const groups = new Map<string, (() => void)[]>()
  let inside = 0

  function next(): void {
    const [first] = groups
    if (!first) {
      inside--
      return
    }
    const [group, waiting] = first
    groups.delete(group)
    const enter = waiting.shift()
    if (waiting.length > 0) groups.set(group, waiting)
    enter?.()
  }

  return {
    async pass(group, isWanted, work) {
      if (inside >= atOnce) {
        await new Promise<void>((enter) => {
          const waiting = groups.get(group)
          if (waiting) waiting.push(enter)
          else groups.set(group, [enter])
        })
      } else inside++
      try {
        if (!isWanted()) throw new Abandoned()
        return await work()
      } finally {
        next()
      }
    },
  }
}
