/** Prints the results. */
import { textTable } from '../print-run.ts'
import { differenceOf, isHarmful, largestDifference, type Measured } from './measure-attack.ts'

type ProbeResult = Measured['probes'][number]

export function printAttacks(database: string, measured: readonly Measured[]): void {
  const head = ['attack', 'rounds', 'sent', 'responses', 'MiB', 'measured']
  const times = ['p50', 'p99', 'max', 'p50 during', 'p99 during', 'max during']
  const rows = measured.flatMap(({ attack, rounds, tally, memory, probes }) =>
    probes.map((probe, index) => {
      const responses = `${outcomesOf(tally)}, ≤ ${tally.largestResponse} B`
      const own = [attack, String(rounds), String(tally.sent), responses, memory.toFixed(0)]
      return [...(index === 0 ? own : own.map(() => '')), probe.name, ...timeCells(probe)]
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

/** Prints the verdict over all databases, and returns whether all attacks passed. */
export function printVerdict(measured: readonly Measured[]): boolean {
  const harmful = measured.filter(isHarmful)
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
