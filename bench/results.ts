/** What a run of the benchmark finds. */
import type { DatabaseKind } from './data-sets.ts'
import type { ReadName } from './operations.ts'
import type { Memory } from './processes.ts'

/** Of several rounds, the median. */
export interface Figure {
  /** Answers a second by the clock. */
  rate: number
  /** Answers for each second of processor time that the server took; undefined where unknown. */
  perProcessorSecond?: number | undefined
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface ReadFigures {
  /** Of the body. */
  bytes: number
  bare: Figure
  /** Of questions that differ from request to request, when each is asked for the first time. */
  first?: Figure
  draft: Figure
  published: Figure
}

export interface MixedFigures {
  readers: number
  writers: number
  alone: Figure
  withWriters: Figure
  /** Of the writers. */
  writes: Figure
}

export interface RunResult {
  database: DatabaseKind
  size: number
  workers: number
  reads: Partial<Record<ReadName, ReadFigures>>
  create?: Figure
  mixed?: MixedFigures
  /** Milliseconds of the first read after a write, when nothing that was counted holds any more. */
  afterWrite?: Partial<Record<ReadName, number>>
  /** Of the server, after all of it. */
  memory?: Memory | undefined
  /** Milliseconds to the first answer. */
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

/** What was found on one machine. */
export interface Report {
  machine: Machine
  runs: RunResult[]
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
