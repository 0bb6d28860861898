/**
 * Decides which work runs next when concurrency is limited. Groups, such as root spaces, take turns, and so
 * do the members of a group, such as keys. The work of one member runs in order of arrival.
 */
import { Unavailable } from '@octavo/schema/errors.ts'

/** Limits for everything, for each group, and for each member of a group. Omitted limits are infinite. */
export interface Bounds {
  readonly total?: number
  readonly perGroup?: number
  readonly perMember?: number
}

export interface SchedulerOptions {
  /** How much runs at the same time. */
  readonly running?: Bounds
  /** How much waits, by weight. If nothing waits, work of any weight may. */
  readonly waiting?: Bounds
  /** The error when too much work waits. */
  overloaded?(): Error
}

export interface Place {
  readonly group: string | number
  readonly member?: string
  readonly weight?: number
  /** How much of the group runs at the same time, if that depends on the group. */
  readonly perGroup?: number
  /** Whether the result is no longer needed. Then waiting work never starts. */
  isGone?(): boolean
  /**
   * Called when the work has to wait, with a function that ends the wait early. Returns a cleanup function.
   */
  whileWaiting?(end: (why: Error) => void): () => void
}

export interface Scheduler {
  /** Runs the work when its turn comes. */
  run<T>(place: Place, work: () => Promise<T>): Promise<T>
  /** Resolves when the turn comes, to a function that ends the turn and must be called once. */
  take(place: Place): Promise<() => void>
}

/** How much runs and waits: in total, of a group or of a member. */
interface Load {
  running: number
  waiting: number
  /** Total weight of waiting work. */
  weight: number
}

interface Group extends Load {
  /** In the order of their turns: a member moves to the end after its turn. */
  readonly members: Map<string, Member>
}

interface Member extends Load {
  readonly queue: Waiting[]
}

interface Waiting {
  readonly place: Place
  start(): void
  end(why: Error): void
}

export function createScheduler(options: SchedulerOptions = {}): Scheduler {
  const { overloaded = tooManyRequests } = options
  const running = { ...unbounded, ...options.running }
  const waiting = { ...unbounded, ...options.waiting }
  /** Only groups with running or waiting work, also in the order of their turns. */
  const groups = new Map<Place['group'], Group>()
  const total = noLoad()

  function find({ group, member = '' }: Place): [Group | undefined, Member | undefined] {
    const inGroup = groups.get(group)
    return [inGroup, inGroup?.members.get(member)]
  }

  function enter(place: Place): [Group, Member] {
    const [group = { ...noLoad(), members: new Map<string, Member>() }, existing] = find(place)
    const member = existing ?? { ...noLoad(), queue: [] }
    group.members.set(place.member ?? '', member)
    groups.set(place.group, group)
    return [group, member]
  }

  function leave(place: Place): void {
    const [group, member] = find(place)
    if (member && isIdle(member)) group?.members.delete(place.member ?? '')
    if (group?.members.size === 0) groups.delete(place.group)
  }

  function canStart(place: Place): boolean {
    const [group, member] = find(place)
    const { perGroup = running.perGroup } = place
    if (total.running >= running.total || (group?.running ?? 0) >= perGroup) return false
    return (member?.running ?? 0) < running.perMember
  }

  function start(place: Place): () => void {
    const loads = [total, ...enter(place)]
    for (const load of loads) load.running++
    return () => {
      for (const load of loads) load.running--
      leave(place)
      // Without a total limit, the free slot belongs to the group.
      const others = running.total === Infinity ? [place.group] : Array.from(groups.keys())
      others.some(startNextOf)
    }
  }

  function startNextOf(name: Place['group']): boolean {
    const group = groups.get(name)
    for (const [memberName, member] of group?.members ?? []) {
      while (member.queue[0]?.place.isGone?.()) member.queue[0].end(disconnected())
      const [next] = member.queue
      if (!group || !next || !canStart(next.place)) continue
      moveToEnd(group.members, memberName, member)
      moveToEnd(groups, name, group)
      next.start()
      return true
    }
    return false
  }

  function canWait(place: Place): boolean {
    const [group = none, member = none] = find(place)
    const { weight = 1 } = place
    return (
      hasRoom(waiting.total, total, weight) &&
      hasRoom(waiting.perGroup, group, weight) &&
      hasRoom(waiting.perMember, member, weight)
    )
  }

  function dropGone({ group }: Place): void {
    for (const member of groups.get(group)?.members.values() ?? []) {
      for (const one of Array.from(member.queue)) if (one.place.isGone?.()) one.end(disconnected())
    }
  }

  function wait(place: Place): Promise<() => void> {
    if (!canWait(place)) dropGone(place)
    if (!canWait(place)) throw overloaded()
    const [group, member] = enter(place)
    const { weight = 1 } = place
    const count = (by: 1 | -1): void => {
      for (const load of [total, group, member]) {
        load.waiting += by
        load.weight += by * weight
      }
    }
    return new Promise((resolve, reject) => {
      const remove = (): void => {
        member.queue.splice(member.queue.indexOf(own), 1)
        count(-1)
        stop?.()
      }
      const own: Waiting = {
        place,
        start() {
          remove()
          resolve(start(place))
        },
        end(why) {
          remove()
          leave(place)
          reject(why)
        },
      }
      member.queue.push(own)
      count(1)
      const stop = place.whileWaiting?.(own.end)
    })
  }

  return {
    async run(place, work) {
      const end = canStart(place) ? start(place) : await wait(place)
      try {
        return await work()
      } finally {
        end()
      }
    },
    take: async (place) => (canStart(place) ? start(place) : wait(place)),
  }
}

const noLoad = (): Load => ({ running: 0, waiting: 0, weight: 0 })
const none: Readonly<Load> = noLoad()
const unbounded = { total: Infinity, perGroup: Infinity, perMember: Infinity }

function isIdle({ running, waiting }: Load): boolean {
  return running === 0 && waiting === 0
}

function hasRoom(bound: number, load: Readonly<Load>, weight: number): boolean {
  return load.weight + weight <= bound || (load.waiting === 0 && bound > 0)
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

function tooManyRequests(): Unavailable {
  return new Unavailable('too many requests are in progress; try again in a second', 1)
}

function disconnected(): Unavailable {
  return new Unavailable('the client has disconnected', 1)
}
