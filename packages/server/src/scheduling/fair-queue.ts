/** A bounded queue in which groups take turns, and within a group its members. */

export interface FairQueue<Entry> {
  /** False where the queue, or the part of it that one may fill, is full. */
  push(group: number, member: string, entry: Entry): boolean
  shift(): Entry | undefined
  /** Takes an entry out before its turn; false where it is not there. */
  remove(entry: Entry): boolean
}

/** How much may wait, by what entries weigh. An empty queue takes an entry of any weight. */
export interface QueueBounds {
  readonly total: number
  readonly perGroup: number
  readonly perMember: number
}

export function fairQueue<Entry>(
  bounds: QueueBounds,
  weightOf: (entry: Entry) => number,
): FairQueue<Entry> {
  /** In the order of their turns: whose turn it was goes to the end. */
  const groups = new Map<number, Map<string, Entry[]>>()

  function fits(waiting: readonly Entry[], entry: Entry, bound: number): boolean {
    const weight = waiting.reduce((sum, one) => sum + weightOf(one), 0)
    return waiting.length === 0 || weight + weightOf(entry) <= bound
  }

  function push(group: number, member: string, entry: Entry): boolean {
    const members = groups.get(group) ?? new Map<string, Entry[]>()
    const entries = members.get(member) ?? []
    const inGroup = Array.from(members.values()).flat()
    const inAll = Array.from(groups.values(), (one) => Array.from(one.values()).flat()).flat()
    const hasRoom =
      fits(inAll, entry, bounds.total) &&
      fits(inGroup, entry, bounds.perGroup) &&
      fits(entries, entry, bounds.perMember)
    if (!hasRoom) return false
    entries.push(entry)
    members.set(member, entries)
    groups.set(group, members)
    return true
  }

  function shift(): Entry | undefined {
    const [group, members] = firstOf(groups) ?? []
    const [member, entries] = firstOf(members) ?? []
    const entry = entries?.shift()
    if (group === undefined || member === undefined || !members || !entries) return undefined
    members.delete(member)
    if (entries.length > 0) members.set(member, entries)
    groups.delete(group)
    if (members.size > 0) groups.set(group, members)
    return entry
  }

  function remove(entry: Entry): boolean {
    for (const [group, members] of groups) {
      for (const [member, entries] of members) {
        const at = entries.indexOf(entry)
        if (at === -1) continue
        entries.splice(at, 1)
        if (entries.length === 0) members.delete(member)
        if (members.size === 0) groups.delete(group)
        return true
      }
    }
    return false
  }

  return { push, shift, remove }
}

function firstOf<Key, Value>(map: ReadonlyMap<Key, Value> | undefined): [Key, Value] | undefined {
  return map?.entries().next().value
}
