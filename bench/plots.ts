/** Creates the plots of the docs from a report. */
import { floorShares } from './floors.ts'
import { readNames, type ReadName } from './operations.ts'
import { barPlot, linePlot, type Bar } from './plot.ts'
import { whole } from './print-run.ts'
import type { Report, RunResult } from './results.ts'

export interface Plot {
  readonly svg: string
  /** Alt text. */
  readonly alt: string
}

/** Plots by file name. */
export function plotsOf({ machine, runs }: Report): Map<string, Plot> {
  const plots = new Map<string, Plot>()
  const place = machine.processor
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  const alone = runs.filter(({ workers }) => workers === 1)
  for (const database of ['sqlite', 'postgres'] as const) {
    const name = database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
    const ofThis = alone
      .filter((run) => run.database === database)
      .toSorted((a, b) => a.size - b.size)
    const [smallest] = ofThis
    if (smallest) {
      const alt = `${name}: rates compared with a bare server`
      plots.set(`bench-${place}-${database}.svg`, { svg: shareOfBare(name, smallest), alt })
    }
    if (ofThis.length > 1) {
      const alt = `${name}: rates at several sizes compared with the smallest`
      plots.set(`bench-${place}-${database}-growth.svg`, { svg: growth(name, ofThis), alt })
    }
  }
  return plots
}

function shareOfBare(database: string, run: RunResult): string {
  const note = `share of a bare node:http server's rate, ${whole(run.size)} articles, one process; lines are floors`
  const bars = readNames.flatMap((name): Bar[] => {
    const figures = run.reads[name]
    if (!figures) return []
    const { bare, draft, published } = figures
    const bar = (label: string, rate: number, colour: number, mark?: number): Bar => ({
      label,
      value: (100 * rate) / bare.rate,
      text: `${((100 * rate) / bare.rate).toFixed(0)} %, ${whole(rate)}/s`,
      colour,
      mark,
    })
    const floor = database === 'SQLite' ? 100 * (floorShares.get(name) ?? 0) : undefined
    return [bar(`${name} origin`, draft.rate, 0, floor), bar('cached', published.rate, 2, 70)]
  })
  return barPlot(`${database}: how close to the limit`, note, bars, 130)
}

function growth(database: string, runs: readonly RunResult[]): string {
  const share = (run: RunResult, name: ReadName): number | undefined => {
    const figures = run.reads[name]
    return figures && figures.draft.rate / figures.bare.rate
  }
  const names = readNames.filter((name) => runs[0]?.reads[name])
  const lines = names.map((name) => {
    const first = runs[0] && share(runs[0], name)
    const values = runs.map((run) => {
      const here = share(run, name)
      return here === undefined || !first ? undefined : (100 * here) / first
    })
    return { label: name, values }
  })
  const ticks = runs.map(({ size }) => `${whole(size)} articles`)
  const note = 'rate of origin reads, as a share of the rate at the smallest size'
  return linePlot(`${database}: what more articles cost`, note, {
    ticks,
    lines,
    most: 120,
    unit: ' %',
  })
}
