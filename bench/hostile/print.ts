/** Prints the results. */
import { textTable } from '../print-run.ts'
import type { Measured } from './measure-attack.ts'

/** Maximum delay of the p99 of other requests, in milliseconds. */
const largestDifference = 100

type ProbeResult = Measured['probes'][number]

export function printAttacks(database: string, measured: readonly Measured[]): void {
  const head = ['attack', 'sent', 'responses', 'MiB', 'measured']
  const times = ['p50', 'p99', 'max', 'p50 during', 'p99 during', 'max during']
  const rows = measured.flatMap(({ attack, tally, memory, probes }) =>
    probes.map((probe, index) => {
      const responses = `${outcomesOf(tally)}, ≤ ${tally.largestResponse} B`
      const own = [attack, String(tally.sent), responses, memory.toFixed(0)]
      return [...(index === 0 ? own : ['', '', '', '']), probe.name, ...timeCells(probe)]
    }),
  )
  console.log(`\n${database}, times in milliseconds\n`)
  console.log(textTable([[...head, ...times, 'difference', 'failed'], ...rows]))
}

function outcomesOf({ outcomes }: Measured['tally']): string {
  const list = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`)
  return list.join(', ')
}

function timeCells(probe: ProbeResult): string[] {
  const { idle, during } = probe
  const cells = [idle.p50, idle.p99, idle.max, during.p50, during.p99, during.max]
  return [...cells, differenceOf(probe)]
    .map((time) => time.toFixed(1))
    .concat(`${during.failures} of ${during.samples}`)
}

function differenceOf({ idle, during }: ProbeResult): number {
  return during.p99 - idle.p99
}

/** Prints the verdict over all databases, and returns whether all attacks passed. */
export function printVerdict(measured: readonly Measured[]): boolean {
  const harmful = measured.filter(({ probes }) => probes.some(isDelayed))
  const bound = `${largestDifference} ms`
  if (harmful.length === 0) {
    console.log(`\nNo attack of ${measured.length} delays other requests by more than ${bound}.`)
    return true
  }
  const names = harmful.map(({ database, attack }) => `${attack} (${database})`)
  const share = `${harmful.length} of ${measured.length} attacks`
  console.log(
    `\n${share} delay other requests by more than ${bound} or until they fail: ${names.join(', ')}.`,
  )
  return false
}

function isDelayed(probe: ProbeResult): boolean {
  return differenceOf(probe) > largestDifference || probe.during.failures > 0
}
