/** The floors, and whether a run reaches them. */
import type { ReadName } from './operations.ts'
import { textTable } from './print-run.ts'
import type { Figure, ReadFigures, RunResult } from './results.ts'

export interface Floor {
  what: string
  floor: string
  /** Undefined if the run did not measure it. */
  seen: string | undefined
  holds: boolean | undefined
}

const originFloors: [ReadName, number][] = [
  ['R1', 0.4],
  ['R2', 0.2],
  ['R3', 0.15],
  ['R4', 0.1],
  ['R5', 0.1],
  ['R6 ASCII', 0.05],
  ['R6 Japanese', 0.05],
]
/** Shares of the bare server's rate for uncached reads on SQLite. */
export const floorShares: ReadonlyMap<ReadName, number> = new Map(originFloors)
const [small, middling, large] = [10_000, 100_000, 1_000_000]

export function floorsOf(runs: readonly RunResult[]): Floor[] {
  const find = (database: string, size: number): RunResult | undefined =>
    runs.find((run) => run.database === database && run.size === size && run.workers === 1)
  const base = find('sqlite', small)
  return [
    ...originFloors.map(([name, floor]) =>
      atLeast(`${name} of ${isList(name) ? "R2's bare" : 'bare'}`, floor, ofBare(base, name)),
    ),
    ...originFloors.map(([name]) =>
      atLeast(`${name} published, warm, of bare`, 0.7, publishedOfBare(base?.reads[name])),
    ),
    ...originFloors.map(([name]) =>
      atLeast(
        `${name} on PostgreSQL, of SQLite`,
        1 / 3,
        quotient(ofOwnMinutes(find('postgres', small), name), ofOwnMinutes(base, name)),
      ),
    ),
    ...originFloors.map(([name]) =>
      atLeast(
        `${name} at 1 M, of 10 k`,
        isList(name) ? 0.3 : 0.7,
        quotient(ofOwnMinutes(find('sqlite', large), name), ofOwnMinutes(base, name)),
      ),
    ),
    atMost('p99 of 100 readers with 10 writers, times alone', 5, mixedGrowth(base), ''),
    atMost('memory at 100 k', 400, find('sqlite', middling)?.memory?.resident, ' MiB'),
    atMost('start to first response at 100 k', 1500, find('sqlite', middling)?.startTime, ' ms'),
    { what: 'W1 p50', floor: 'see npm run bench:peers', seen: shownTime(base), holds: undefined },
  ]
}

/** R4 to R6 are compared with the bare rate of R2, whose responses have the same size. */
function isList(name: ReadName): boolean {
  return !['R1', 'R2', 'R3'].includes(name)
}

function ofBare(run: RunResult | undefined, name: ReadName): number | undefined {
  const ours = run?.reads[name]
  const bare = (isList(name) ? run?.reads.R2 : ours)?.bare
  return ours && bare && ratio(ours.draft, bare)
}

/** For comparing runs: the rate by the clock, relative to the bare server in the same run. */
function ofOwnMinutes(run: RunResult | undefined, name: ReadName): number | undefined {
  const ours = run?.reads[name]
  return ours && ours.draft.rate / ours.bare.rate
}

function publishedOfBare(figures: ReadFigures | undefined): number | undefined {
  return figures && ratio(figures.published, figures.bare)
}

/**
 * The lower of the ratios by the clock and by processor time: if the load generator is the bottleneck,
 * the ratio by the clock is too high.
 */
function ratio(ours: Figure, bare: Figure): number {
  const byClock = ours.rate / bare.rate
  const [mine, theirs] = [ours.perProcessorSecond, bare.perProcessorSecond]
  if (mine === undefined || theirs === undefined) return byClock
  return Math.min(byClock, mine / theirs)
}

function quotient(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a / b
}

function mixedGrowth(run: RunResult | undefined): number | undefined {
  return run?.mixed && run.mixed.withWriters.p99 / run.mixed.alone.p99
}

function shownTime(run: RunResult | undefined): string | undefined {
  return run?.create && `${run.create.p50.toFixed(2)} ms`
}

function atLeast(what: string, floor: number, seen: number | undefined): Floor {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
  return {
    what,
    floor: `at least ${percent(floor)}`,
    seen: seen === undefined ? undefined : percent(seen),
    holds: seen === undefined ? undefined : seen >= floor,
  }
}

function atMost(what: string, floor: number, seen: number | undefined, unit: string): Floor {
  return {
    what,
    floor: `at most ${floor}${unit}`,
    seen: seen === undefined ? undefined : `${seen.toFixed(unit === '' ? 1 : 0)}${unit}`,
    holds: seen === undefined ? undefined : seen <= floor,
  }
}

export function floorRows(floors: readonly Floor[]): string[][] {
  const rows = floors
    .filter(({ seen }) => seen !== undefined)
    .map(({ what, floor, seen, holds }) => [what, floor, seen ?? '', verdict(holds)])
  return [['Metric', 'Floor', 'Measured', 'Holds'], ...rows]
}

function verdict(holds: boolean | undefined): string {
  if (holds === undefined) return ''
  return holds ? 'yes' : 'NO'
}

export function printFloors(floors: readonly Floor[]): void {
  console.log(`\n${textTable(floorRows(floors))}`)
  const unmeasured = floors.filter(({ seen }) => seen === undefined).length
  if (unmeasured > 0) console.log(`\n${unmeasured} floors were not measured in this run.`)
}
