/** Prepares usage data for plots and tables. */
import type { UsageDay } from '@octavo/schema/admin/settings.ts'

export interface Totals {
  requests: number
  errors: number
  /** Cache hit rate of reads; null without reads. */
  hits: number | null
}

export interface KeyTotals extends Totals {
  keyId: number
}

const dayMs = 86_400_000

/** The dates of the last `count` days, including days without usage. `today` is a time. */
export function datesUntil(today: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(today - (count - 1 - at) * dayMs).toISOString().slice(0, 10),
  )
}

/** All requests. `reads` does not include cache hits. */
export const requestsOf = ({ reads, writes, cacheHits }: UsageDay): number =>
  reads + writes + cacheHits

export function totalsOf(days: readonly UsageDay[]): Totals {
  const sum = (value: (day: UsageDay) => number): number =>
    days.reduce((total, day) => total + value(day), 0)
  const cacheHits = sum((day) => day.cacheHits)
  const readings = sum((day) => day.reads) + cacheHits
  return {
    requests: sum(requestsOf),
    errors: sum((day) => day.errors),
    hits: readings === 0 ? null : cacheHits / readings,
  }
}

/** Busiest key first. */
export function totalsByKey(days: readonly UsageDay[]): KeyTotals[] {
  return Array.from(
    Map.groupBy(days, ({ keyId }) => keyId),
    ([keyId, own]) => ({ keyId, ...totalsOf(own) }),
  ).toSorted((a, b) => b.requests - a.requests || a.keyId - b.keyId)
}
