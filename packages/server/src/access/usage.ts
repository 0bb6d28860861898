/** Counts the use of keys in memory, and saves the counts to the store every few seconds. */
import type { KeyRecord } from '../store/records.ts'
import type { Store, UsageDay } from '../store/store.ts'

export type UsageKind = 'reads' | 'writes' | 'cacheHits' | 'errors'

export interface UsageCounter {
  count(key: Pick<KeyRecord, 'id' | 'rootId'>, kind: UsageKind): void
  /** Reads and writes of a root space that are not saved yet. */
  unsaved(rootId: number): number
  /** Saves the counts. Counts that cannot be saved are kept for the next attempt. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const flushPause = 5_000

export interface UsageDeps {
  readonly store: Store
  now(): number
  log(line: string): void
}

export function startUsage({ store, now, log }: UsageDeps): UsageCounter {
  let days = new Map<string, UsageDay>()
  let uses = new Map<number, number>()
  let saving: Promise<void> = Promise.resolve()
  const inFlight = new Set<UsageDay>()

  async function save(): Promise<void> {
    if (days.size === 0) return
    const counted = [...days.values()].toSorted(byKey)
    const used = Array.from(uses, ([keyId, at]) => ({ keyId, at })).toSorted(
      (a, b) => a.keyId - b.keyId,
    )
    days = new Map()
    uses = new Map()
    for (const day of counted) inFlight.add(day)
    try {
      await store.write(async (tx) => {
        await tx.usage.add(counted)
        await tx.usage.noteUses(used)
      })
    } catch (error) {
      log(`Cannot save usage counts: ${error instanceof Error ? error.message : String(error)}`)
      for (const day of counted) add(day)
      for (const { keyId, at } of used) uses.set(keyId, Math.max(at, uses.get(keyId) ?? 0))
    }
    inFlight.clear()
  }

  function add(counted: UsageDay): UsageDay {
    const name = `${counted.date} ${counted.keyId}`
    const day = days.get(name)
    if (!day) {
      days.set(name, counted)
      return counted
    }
    for (const kind of ['reads', 'writes', 'cacheHits', 'errors'] as const)
      day[kind] += counted[kind]
    return day
  }

  const flush = (): Promise<void> => (saving = saving.then(save))
  const timer = setInterval(() => void flush(), flushPause)
  timer.unref()

  return {
    count({ id: keyId, rootId }, kind) {
      const at = now()
      const date = dateOf(at)
      const day =
        days.get(`${date} ${keyId}`) ??
        add({ rootId, date, keyId, reads: 0, writes: 0, cacheHits: 0, errors: 0 })
      day[kind]++
      uses.set(keyId, at)
    },
    unsaved(rootId) {
      const all = [...days.values(), ...inFlight].filter((day) => day.rootId === rootId)
      return all.reduce((sum, day) => sum + day.reads + day.writes, 0)
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** A fixed order, so that processes that save at the same time do not deadlock. */
function byKey(a: UsageDay, b: UsageDay): number {
  return a.rootId - b.rootId || a.keyId - b.keyId || a.date.localeCompare(b.date)
}

let lastDay = { start: Infinity, text: '' }
const dayTime = 24 * 60 * 60 * 1000

/** The date (UTC) of a time. */
export function dateOf(time: number): string {
  if (time < lastDay.start || time >= lastDay.start + dayTime) {
    const text = new Date(time).toISOString().slice(0, 10)
    lastDay = { start: Date.parse(text), text }
  }
  return lastDay.text
}

/** The first day of the month of a time. */
export function monthOf(time: number): string {
  return `${dateOf(time).slice(0, 7)}-01`
}
