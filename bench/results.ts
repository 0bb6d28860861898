/** Results of a benchmark run. */
import type { DatabaseKind } from './data-sets.ts'
import type { ReadName } from './operations.ts'
import type { Memory } from './processes.ts'

/** The median of several rounds. */
export interface Figure {
  /** Responses per second by the clock. */
  rate: number
  /** Responses per second of the server's processor time; undefined if unknown. */
  perProcessorSecond?: number | undefined
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface ReadFigures {
  /** Average size of the body. */
  bytes: number
  bare: Figure
  /** The first pass over requests that differ from each other. */
  first?: Figure
  draft: Figure
  published: Figure
}

export interface MixedFigures {
  readers: number
  writers: number
  alone: Figure
  withWriters: Figure
  /** Figures of the writers. */
  writes: Figure
}

export interface RunResult {
  database: DatabaseKind
  size: number
  workers: number
  reads: Partial<Record<ReadName, ReadFigures>>
  create?: Figure
  mixed?: MixedFigures
  /** Milliseconds of the first read after a write, when cached totals are outdated. */
  afterWrite?: Partial<Record<ReadName, number>>
  /** Memory of the server at the end. */
  memory?: Memory | undefined
  /** Milliseconds to the first response. */
  startTime: number
  statements?: Record<string, number>
  databaseBytes: number
}

export interface Machine {
  processor: string
  cores: number
  memoryGigabytes: number
  system: string
  node: string
  date: string
  seconds: number
  rounds: number
}

/** Results of one machine. */
export interface Report {
  machine: Machine
  runs: RunResult[]
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
