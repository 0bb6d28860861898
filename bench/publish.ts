/** Writes the results to docs/: the figures, the plots, and the tables between marks. */
import { readFile, writeFile } from 'node:fs/promises'
import { benchmarkTables, scaleTables } from './pages.ts'
import { plotsOf } from './plots.ts'
import type { Report, RunResult } from './results.ts'

const docs = new URL('../docs/', import.meta.url)
const figuresFile = new URL('benchmarks.json', docs)

export async function publish(found: Report): Promise<void> {
  const reports = withFound(await earlierReports(), found)
  await writeFile(figuresFile, `${JSON.stringify(reports, null, 2)}\n`)
  const plotted = reports.map((report) => ({ report, plots: plotsOf(report) }))
  for (const [name, { svg }] of plotted.flatMap(({ plots }) => Array.from(plots)))
    await writeFile(new URL(`pictures/${name}`, docs), svg)
  await fill('benchmarks.md', 'figures', benchmarkTables(plotted))
  const [fullest] = reports.toSorted((a, b) => b.runs.length - a.runs.length)
  if (fullest) await fill('scale.md', 'figures', scaleTables(fullest))
  console.log('\nWrote docs/benchmarks.md, docs/scale.md and their plots.')
}

/** Each machine has its own report, because figures of two machines are not comparable. Latest first. */
function withFound(earlier: readonly Report[], found: Report): Report[] {
  const { processor, cores } = found.machine
  const isSame = ({ machine }: Report): boolean =>
    machine.processor === processor && machine.cores === cores
  const before = earlier.find(isSame)?.runs ?? []
  const others = earlier.filter((report) => !isSame(report))
  return [{ machine: found.machine, runs: merged(before, found.runs) }, ...others]
}

async function earlierReports(): Promise<Report[]> {
  try {
    return JSON.parse(await readFile(figuresFile, 'utf8')) as Report[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Later runs of the same kind replace earlier ones, part by part. */
function merged(before: readonly RunResult[], now: readonly RunResult[]): RunResult[] {
  const nameOf = ({ database, size, workers }: RunResult): string =>
    `${database} ${size} ${workers}`
  const all = new Map(before.map((run) => [nameOf(run), run]))
  for (const run of now) {
    const earlier = all.get(nameOf(run))
    all.set(nameOf(run), { ...earlier, ...run, reads: { ...earlier?.reads, ...run.reads } })
  }
  return [...all.values()].toSorted(
    (a, b) => b.database.localeCompare(a.database) || a.workers - b.workers || a.size - b.size,
  )
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
export async function fill(page: string, name: string, content: string): Promise<void> {
  const file = new URL(page, docs)
  const text = await readFile(file, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`docs/${page} has no marks <!-- ${name} --> and <!-- /${name} -->`)
  await writeFile(file, `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`)
}
