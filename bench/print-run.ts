/** Prints results to the terminal. */
import type { Figure, ReadFigures, RunResult } from './results.ts'

export function printRun(run: RunResult): void {
  const { database, size, workers, create, afterWrite, mixed, memory, statements } = run
  console.log(
    `\n${database}, ${size} articles, ${workers === 1 ? 'one process' : `${workers} workers`}\n`,
  )
  console.log(textTable(readRows(run)))
  const first = firstReadings(run)
  if (first) console.log(`\n${first}`)
  if (create) console.log(`\nW1 create, one connection: ${timesOf(create)}`)
  if (afterWrite) {
    const list = Object.entries(afterWrite).map(([name, time]) => `${name} ${milliseconds(time)}`)
    console.log(`first read after a write: ${list.join(', ')}`)
  }
  if (mixed) {
    const { readers, writers, alone, withWriters, writes } = mixed
    console.log(`${readers} readers alone: ${whole(alone.rate)}/s, ${timesOf(alone)}`)
    console.log(
      `${readers} readers, ${writers} writers: ${whole(withWriters.rate)}/s, ${timesOf(withWriters)}`,
    )
    console.log(`the ${writers} writers: ${whole(writes.rate)}/s, ${timesOf(writes)}`)
  }
  console.log(`start to first response ${whole(run.startTime)} ms`)
  if (memory) {
    console.log(`memory ${whole(memory.resident)} MiB, ${whole(memory.own)} MiB without files`)
  }
  console.log(`database ${whole(run.databaseBytes / size)} bytes per article`)
  if (statements) {
    const list = Object.entries(statements).map(([name, count]) => `${name} ${count}`)
    console.log(`statements per request: ${list.join(', ')}`)
  }
}

export function readRows({ reads }: RunResult): string[][] {
  const head = ['', 'bytes', 'bare', 'draft', 'of bare', 'by CPU', 'p50', 'p99']
  const more = ['published', 'of bare', 'by CPU', 'p50', 'p99']
  const rows = Object.entries(reads).map(([name, figures]) => [name, ...readCells(figures)])
  return [[...head, ...more], ...rows]
}

function readCells({ bytes, bare, draft, published }: ReadFigures): string[] {
  const cells = (figure: Figure): string[] => [
    `${whole(figure.rate)}/s`,
    percent(figure.rate / bare.rate),
    percent((figure.perProcessorSecond ?? NaN) / (bare.perProcessorSecond ?? NaN)),
    milliseconds(figure.p50),
    milliseconds(figure.p99),
  ]
  return [whole(bytes), `${whole(bare.rate)}/s`, ...cells(draft), ...cells(published)]
}

/** Latency of the first request for each list. */
export function firstReadings({ reads }: RunResult): string | undefined {
  const list = Object.entries(reads).flatMap(([name, { first }]) =>
    first ? [`${name} ${timesOf(first)}`] : [],
  )
  return list.length > 0 ? `first requests: ${list.join('; ')}` : undefined
}

export function timesOf({ p50, p99 }: Figure): string {
  return `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`
}

export function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`
}

export function whole(number: number): string {
  return Math.round(number).toLocaleString('en')
}

function percent(share: number): string {
  return Number.isNaN(share) ? '' : `${(100 * share).toFixed(0)} %`
}

/** Aligns the columns: the first to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}
