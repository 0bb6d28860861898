/** The tables of docs/benchmarks.md and docs/scale.md. */
import { floorsOf } from './floors.ts'
import { timesOf, whole } from './print-run.ts'
import type { Plot } from './plots.ts'
import type { Machine, Report, RunResult } from './results.ts'

/** A report with its plots. */
export interface PlottedReport {
  report: Report
  plots: ReadonlyMap<string, Plot>
}

/** The floors of all machines in one table, then a summary of each. benchmarks.json has all figures. */
export function benchmarkTables(reports: readonly PlottedReport[]): string {
  const floors = floorTable(reports.map(({ report }) => report))
  const sections = reports.flatMap(({ report: { machine, runs }, plots }) => [
    `### ${machine.processor}`,
    machineLine(machine),
    ...Array.from(plots, ([file, { alt }]) => `![${alt}](pictures/${file})`),
    markdownTable(summaryRows(runs)),
    ...runs.filter(({ size, workers }) => size === smallest(runs) && workers === 1).map(factsOf),
  ])
  return ['### Floors', floors, ...sections].join('\n\n')
}

function floorTable(reports: readonly Report[]): string {
  const seen = reports.map(({ runs }) => floorsOf(runs))
  const rows = (seen[0] ?? []).map(({ what, floor }, index) => [
    what,
    floor,
    ...seen.map((floors) => floors[index]?.seen ?? ''),
  ])
  return markdownTable([['', 'Floor', ...reports.map(({ machine }) => machine.processor)], ...rows])
}

const smallest = (runs: readonly RunResult[]): number => Math.min(...runs.map(({ size }) => size))

/** Responses per second of one process, for each database at its smallest and its largest size. */
function summaryRows(runs: readonly RunResult[]): string[][] {
  const alone = runs.filter(({ workers }) => workers === 1)
  const columns = ['sqlite', 'postgres'].flatMap((database) => {
    const own = alone.filter((run) => run.database === database)
    return [...new Set([own.at(0), own.at(-1)])].flatMap((run) => (run ? [run] : []))
  })
  const names = Object.keys(alone[0]?.reads ?? {}) as (keyof RunResult['reads'])[]
  const head = columns.flatMap((run) => {
    const name = `${nameOf(run)} ${short(run.size)}`
    return [`${name}, draft`, 'published']
  })
  const rows = names.map((name) => [
    name,
    ...columns.flatMap(({ reads }) => {
      const figures = reads[name]
      return figures ? [whole(figures.draft.rate), whole(figures.published.rate)] : ['', '']
    }),
  ])
  return [['Responses/s', ...head], ...rows]
}

const short = (size: number): string => (size < 1e6 ? `${size / 1e3} k` : `${size / 1e6} M`)

const nameOf = ({ database }: RunResult): string =>
  database === 'sqlite' ? 'SQLite' : 'PostgreSQL'

function titleOf(run: RunResult): string {
  const { size, workers } = run
  return `${nameOf(run)}, ${whole(size)} articles, ${workers === 1 ? 'one process' : `${workers} workers`}`
}

function machineLine(machine: Machine): string {
  const { processor, cores, memoryGigabytes, system, node, date, seconds, rounds } = machine
  return (
    `Measured on ${date}: ${processor}, ${cores} cores, ${memoryGigabytes} GB of memory, ${system}, ` +
    `Node ${node}; ${rounds} rounds of ${seconds} s each, medians.`
  )
}

function factsOf(run: RunResult): string {
  const { create, mixed, memory, startTime } = run
  const facts = [`start to first response ${whole(startTime)} ms`]
  if (create) facts.push(`create ${timesOf(create)}`)
  if (mixed) {
    const { readers, writers, withWriters } = mixed
    facts.push(`${readers} readers with ${writers} writers ${timesOf(withWriters)}`)
  }
  if (memory) facts.push(`memory ${whole(memory.resident)} MiB`)
  return `${titleOf(run)}: ${facts.join('; ')}.`
}

export function scaleTables({ machine, runs }: Report): string {
  const alone = runs.filter(({ workers }) => workers === 1)
  const sizes = [
    ['Database', 'Articles', 'Bytes per article', 'On disk', 'Memory', 'without files', 'Start'],
  ]
  for (const run of alone) {
    const { size, databaseBytes, memory, startTime } = run
    sizes.push([
      nameOf(run),
      whole(size),
      whole(databaseBytes / size),
      `${(databaseBytes / 1e9).toFixed(1)} GB`,
      memory ? `${whole(memory.resident)} MiB` : '',
      memory ? `${whole(memory.own)} MiB` : '',
      `${whole(startTime)} ms`,
    ])
  }
  const counted = alone.filter(({ statements }) => statements)
  const names = Object.keys(counted[0]?.statements ?? {})
  const statements = [['Statements per request', ...names]]
  for (const run of counted) {
    const counts = names.map((name) => String(run.statements?.[name] ?? ''))
    statements.push([titleOf(run).replace(', one process', ''), ...counts])
  }
  const [first] = alone
  const reads = Object.entries(first?.reads ?? {})
  const bytes = [
    ['', ...reads.map(([name]) => name)],
    ['Bytes of a response', ...reads.map(([, { bytes: length }]) => whole(length))],
  ]
  return [machineLine(machine), ...[sizes, statements, bytes].map(markdownTable)].join('\n\n')
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`)
  const rule = `|${(rows[0] ?? []).map((_, column) => (column === 0 ? '---|' : '---:|')).join('')}`
  return [head, rule, ...body].join('\n')
}
