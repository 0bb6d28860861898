/** The tables of docs/benchmarks.md and docs/scale.md. */
import { floorRows, floorsOf } from './floors.ts'
import { firstReadings, milliseconds, readRows, timesOf, whole } from './print-run.ts'
import type { Plot } from './plots.ts'
import type { Machine, Report, RunResult } from './results.ts'

export function benchmarkTables(
  { machine, runs }: Report,
  plots: ReadonlyMap<string, Plot>,
): string {
  const title = `### On ${machine.processor}`
  const pictures = Array.from(plots, ([file, { alt }]) => `![${alt}](pictures/${file})`)
  const floors = ['#### Floors', markdownTable(floorRows(floorsOf(runs)))]
  const tables = runs.flatMap((run) => [
    `#### ${titleOf(run)}`,
    markdownTable(readRows(run)),
    ...factsOf(run),
  ])
  return [title, machineLine(machine), ...pictures, ...floors, ...tables].join('\n\n')
}

function titleOf({ database, size, workers }: RunResult): string {
  const name = database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return `${name}, ${whole(size)} articles, ${workers === 1 ? 'one process' : `${workers} workers`}`
}

function machineLine(machine: Machine): string {
  const { processor, cores, memoryGigabytes, system, node, date, seconds, rounds } = machine
  return (
    `Measured on ${date}: ${processor}, ${cores} cores, ${memoryGigabytes} GB of memory, ${system}, ` +
    `Node ${node}; ${rounds} rounds of ${seconds} s each, medians.`
  )
}

function factsOf(run: RunResult): string[] {
  const { create, afterWrite, mixed, memory, startTime } = run
  const first = firstReadings(run)
  const facts: string[] = first ? [first] : []
  if (create) facts.push(`W1, create: ${timesOf(create)}`)
  if (afterWrite) {
    const list = Object.entries(afterWrite).map(([name, time]) => `${name} ${milliseconds(time)}`)
    facts.push(`first read after a write: ${list.join(', ')}`)
  }
  if (mixed) {
    const { readers, writers, alone, withWriters, writes } = mixed
    facts.push(
      `${readers} readers alone: ${timesOf(alone)}`,
      `${readers} readers while ${writers} write: ${timesOf(withWriters)}; the writers make ${whole(writes.rate)} articles a second`,
    )
  }
  facts.push(`start to first answer: ${whole(startTime)} ms`)
  if (memory) facts.push(`memory afterwards: ${whole(memory.resident)} MiB`)
  return [facts.map((fact) => `- ${fact}`).join('\n')]
}

export function scaleTables({ machine, runs }: Report): string {
  const alone = runs.filter(({ workers }) => workers === 1)
  const sizes = [
    ['Database', 'Articles', 'Bytes an article', 'On disk', 'Memory', 'without files', 'Start'],
  ]
  for (const { database, size, databaseBytes, memory, startTime } of alone) {
    sizes.push([
      database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
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
  const statements = [['Statements a request', ...names]]
  for (const run of counted) {
    const counts = names.map((name) => String(run.statements?.[name] ?? ''))
    statements.push([titleOf(run).replace(', one process', ''), ...counts])
  }
  const [first] = alone
  const answers = Object.entries(first?.reads ?? {})
  const bytes = [
    ['', ...answers.map(([name]) => name)],
    ['Bytes of an answer', ...answers.map(([, { bytes: length }]) => whole(length))],
  ]
  return [machineLine(machine), ...[sizes, statements, bytes].map(markdownTable)].join('\n\n')
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`)
  const rule = `|${(rows[0] ?? []).map((_, column) => (column === 0 ? '---|' : '---:|')).join('')}`
  return [head, rule, ...body].join('\n')
}
