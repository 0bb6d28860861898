/** The table for the terminal and for docs/. */
import { operations, readNames } from '../operations.ts'
import { markdownTable } from '../pages.ts'
import { milliseconds, whole } from '../print-run.ts'
import { fill } from '../publish.ts'
import type { Machine } from '../results.ts'
import type { Contender } from './contender.ts'
import type { Outcomes } from './measure.ts'

export interface PeersReport {
  machine: Machine
  size: number
  outcomes: Outcomes
  memory: Map<Contender, number | undefined>
  /** Peers that could not be measured, with the reason. */
  failed: Map<string, string>
  costs: string
}

export function tableOf({ outcomes, memory }: PeersReport): string[][] {
  const all = [...outcomes]
  const head = ['', ...all.map(([{ name, version }]) => `${name} ${version}`.trim())]
  const reads = readNames.map((name) => [
    `${name} ${operations[name].title}`,
    ...all.map(([, { figures }]) => (figures[name] ? `${whole(figures[name].rate)} /s` : 'failed')),
  ])
  const creation = [
    'W1 create, one connection, p50',
    ...all.map(([, { figures }]) => (figures.W1 ? milliseconds(figures.W1.p50) : 'failed')),
  ]
  const more = [
    ['Memory after the run', ...all.map(([one]) => mebibytes(memory.get(one)))],
    ['Start to first response', ...all.map(([{ startTime }]) => `${whole(startTime)} ms`)],
    ['Node', ...all.map(([{ node }]) => node)],
  ]
  return [head, ...reads, creation, ...more]
}

/** How many times as fast the first contender is as the fastest of the others. */
export function leadOf({ outcomes }: PeersReport): string {
  const [ours, ...others] = [...outcomes.values()].map(({ figures }) => figures)
  if (others.length === 0) return 'There is no peer to compare with.'
  const leads = readNames.map((name) => {
    const best = Math.max(...others.map((found) => found[name]?.rate ?? 0))
    return `${name} ${times((ours?.[name]?.rate ?? 0) / best)}`
  })
  const best = Math.min(...others.map(({ W1 }) => W1?.p50 ?? Infinity))
  leads.push(`W1 ${times(best / (ours?.W1?.p50 ?? Infinity))}`)
  return `Octavo compared with the fastest other system in each row: ${leads.join(', ')}.`
}

export function machineLine({ machine, size }: PeersReport): string {
  const { processor, cores, memoryGigabytes, system, date, seconds, rounds } = machine
  return (
    `Measured on ${date}: ${whole(size)} articles; ${cores} cores of ${processor}, ${memoryGigabytes} GB, ${system}, ` +
    `shared with the load generator; ${rounds} rounds of ${seconds} s each, medians.`
  )
}

export function failureLines({ failed, outcomes }: PeersReport): string[] {
  const left = [...failed].map(([name, reason]) => `${name} is not in the table: ${reason}`)
  const cells = [...outcomes].flatMap(([{ name }, { failures }]) =>
    Object.entries(failures).map(
      ([operation, reason]) => `${name} failed at ${operation}: ${reason}`,
    ),
  )
  return [...left, ...cells]
}

export async function publishPeers(report: PeersReport): Promise<void> {
  const paragraphs = [
    machineLine(report),
    markdownTable(tableOf(report)),
    leadOf(report),
    ...failureLines(report),
    report.costs,
  ]
  await fill('benchmarks-peers.md', 'figures', paragraphs.join('\n\n'))
}

function mebibytes(memory: number | undefined): string {
  return memory === undefined ? '' : `${whole(memory)} MiB`
}

function times(factor: number): string {
  return Number.isFinite(factor) ? `${factor.toFixed(factor < 10 ? 1 : 0)}×` : '–'
}
