/**
 * Decides whose work runs next where little may run at once. Groups, such as root spaces, take turns, and within a
 * group its members, such as keys; the work of one member is first come first served.
 */
import { Unavailable } from '@octavo/schema/errors.ts'

/** Of everything, of each group, and of each member of a group. What is not named is not bounded. */
export interface Bounds {
  readonly total?: number
  readonly perGroup?: number
  readonly perMember?: number
}

export interface SchedulerOptions {
  /** How much runs at once. */
  readonly running?: Bounds
  /** How much waits, by weight. Where nothing waits, one of any weight may. */
  readonly waiting?: Bounds
  /** What is thrown where too much waits. */
  overloaded?(): Error
}

export interface Place {
  readonly group: string | number
  readonly member?: string
  readonly weight?: number
  /** How much of the group runs at once, where that depends on the group. */
  readonly perGroup?: number
  /** Whether nobody waits for the result any more. Work that had to wait then never starts. */
  isGone?(): boolean
  /** Called when the work has to wait, with what ends that early. Returns what to do when it is over. */
  whileWaiting?(end: (why: Error) => void): () => void
}

export interface Scheduler {
  /** Runs the work when its turn comes. */
  run<T>(place: Place, work: () => Promise<T>): Promise<T>
  /** Resolves when its turn has come, to what ends it. Must be called once. */
  take(place: Place): Promise<() => void>
}

interface Group {
  running: number
  /** In the order of their turns: whose turn it was goes to the end. */
  readonly members: Map<string, Member>
}

interface Member {
  running: number
  readonly waiting: Waiting[]
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
  /** Only those with work that runs or waits, also in the order of their turns. */
  const groups = new Map<Place['group'], Group>()
  let total = 0

  function enter({ group, member = '' }: Place): [Group, Member] {
    const inGroup = groups.get(group) ?? { running: 0, members: new Map<string, Member>() }
    const own = inGroup.members.get(member) ?? { running: 0, waiting: [] }
    inGroup.members.set(member, own)
    groups.set(group, inGroup)
    return [inGroup, own]
  }

  function leave({ group, member = '' }: Place): void {
    const members = groups.get(group)?.members
    const own = members?.get(member)
    if (own?.running === 0 && own.waiting.length === 0) members?.delete(member)
    if (members?.size === 0) groups.delete(group)
  }

  function canStart({ group, member = '', perGroup = running.perGroup }: Place): boolean {
    const inGroup = groups.get(group)
    if (total >= running.total || (inGroup?.running ?? 0) >= perGroup) return false
    return (inGroup?.members.get(member)?.running ?? 0) < running.perMember
  }

  function start(place: Place): () => void {
    const [group, member] = enter(place)
    const count = (by: number): void => {
      total += by
      group.running += by
      member.running += by
    }
    count(1)
    return () => {
      count(-1)
      leave(place)
      // Without a bound for all, only the group itself has a place more now.
      const others = running.total === Infinity ? [place.group] : Array.from(groups.keys())
      others.some(startNextOf)
    }
  }

  function startNextOf(name: Place['group']): boolean {
    const group = groups.get(name)
    for (const [memberName, member] of group?.members ?? []) {
      while (member.waiting[0]?.place.isGone?.()) member.waiting[0].end(hasLeft())
      const [next] = member.waiting
      if (!group || !next || !canStart(next.place)) continue
      moveToEnd(group.members, memberName, member)
      moveToEnd(groups, name, group)
      next.start()
      return true
    }
    return false
  }

  function canWait({ group, member = '', weight = 1 }: Place): boolean {
    const members = groups.get(group)?.members
    const all = (): Member[] =>
      Array.from(groups.values(), (one) => [...one.members.values()]).flat()
    return (
      hasRoom(waiting.total, weight, all) &&
      hasRoom(waiting.perGroup, weight, () => Array.from(members?.values() ?? [])) &&
      hasRoom(waiting.perMember, weight, () => [members?.get(member) ?? none])
    )
  }

  function dropGone({ group }: Place): void {
    for (const member of groups.get(group)?.members.values() ?? []) {
      for (const one of Array.from(member.waiting)) if (one.place.isGone?.()) one.end(hasLeft())
    }
  }

  function wait(place: Place): Promise<() => void> {
    if (!canWait(place)) dropGone(place)
    if (!canWait(place)) throw overloaded()
    const [, member] = enter(place)
    return new Promise((resolve, reject) => {
      const remove = (): void => {
        member.waiting.splice(member.waiting.indexOf(own), 1)
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
      member.waiting.push(own)
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

const none: Member = { running: 0, waiting: [] }
const unbounded = { total: Infinity, perGroup: Infinity, perMember: Infinity }

/** Nothing is looked at where there is no bound. */
function hasRoom(bound: number, weight: number, members: () => readonly Member[]): boolean {
  if (bound === Infinity) return true
  const waiting = members().flatMap((member) => member.waiting)
  const sum = waiting.reduce((before, { place }) => before + (place.weight ?? 1), 0)
  return sum + weight <= bound || (waiting.length === 0 && bound > 0)
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

function tooManyRequests(): Unavailable {
  return new Unavailable('too many requests are in progress; try again in a second', 1)
}

function hasLeft(): Unavailable {
  return new Unavailable('the client has left', 1)
}
