/** R1 to R6, in turns: the bare server, Octavo with a draft key, Octavo with a published key. */
import type { BareServer } from './bare.ts'
import type { Shown } from './check.ts'
import type { LoadGenerator, LoadResult } from './load.ts'
import { requestText } from './load.ts'
import type { Keys, OctavoTarget } from './octavo-target.ts'
import { octavoPath, readQueriesOf, type ReadQuery, type ReadName } from './operations.ts'
import { processorTime } from './processes.ts'
import { median, type Figure, type ReadFigures } from './results.ts'

export const connections = 16
/** More than fit into a cache of pages, and for single items more than fit into a cache of documents. */
const maxQueries = 5_000
const maxItems = 100_000

export interface Pace {
  seconds: number
  rounds: number
}

/** A server and its requests. `next` continues across rounds, so that requests repeat as late as possible. */
interface Contender {
  port: number
  pid: number
  requests: string[]
  next: number
  results: Figure[]
}

export interface Bench {
  load: LoadGenerator
  bare: BareServer
  target: OctavoTarget
  keys: Keys
  size: number
  pace: Pace
}

export async function measureRead(
  { load, bare, target, keys, size, pace }: Bench,
  name: ReadName,
  { readQueries, responses }: Shown,
): Promise<ReadFigures> {
  await bare.serve(responses)
  const many = readQueriesOf(name, size, name === 'R1' ? maxItems : maxQueries)
  const contender = (server: { port: number; pid: number }, requests: string[]): Contender => ({
    port: server.port,
    pid: server.pid,
    requests,
    next: 0,
    results: [],
  })
  const contenders = {
    bare: contender(bare, requestsOf(readQueries, keys.draft)),
    draft: contender(target, requestsOf(many, keys.draft)),
    published: contender(target, requestsOf(readQueries, keys.published)),
  }
  await warm(load, contenders.published)
  const first = many.length > 1 ? await sendAll(load, contenders.draft) : undefined
  for (let round = 0; round <= pace.rounds; round++) {
    for (const one of Object.values(contenders)) {
      const figure = await measureRound(load, one, pace.seconds)
      // The first round is a warm-up.
      if (round > 0) one.results.push(figure)
    }
  }
  return {
    bytes: meanLength(responses),
    bare: middle(contenders.bare.results),
    ...(first && { first }),
    draft: middle(contenders.draft.results),
    published: middle(contenders.published.results),
  }
}

export function requestsOf(readQueries: readonly ReadQuery[], key: string): string[] {
  const headers = { 'X-SERVICE-API-KEY': key }
  return readQueries.map((readQuery) => requestText({ path: octavoPath(readQuery), headers }))
}

/** Repeats the requests, because each worker has its own cache. */
async function warm(load: LoadGenerator, one: Contender): Promise<void> {
  for (let pass = 0; pass < 5; pass++) await sendAll(load, one)
}

/** Sends each request once, however long that takes. */
async function sendAll(load: LoadGenerator, { port, requests }: Contender): Promise<Figure> {
  const until = 'all requests sent'
  return figureOf(await load.run({ port, connections, until, requests, isSteady: true }))
}

async function measureRound(load: LoadGenerator, one: Contender, seconds: number): Promise<Figure> {
  const { port, requests, next: start } = one
  const before = processorTime(one.pid)
  const result = await load.run({
    port,
    connections,
    until: { seconds },
    requests,
    start,
    isSteady: true,
  })
  const after = processorTime(one.pid)
  one.next += result.responses
  return figureOf(result, before === undefined || after === undefined ? undefined : after - before)
}

export function figureOf(result: LoadResult, processorSeconds?: number): Figure {
  const { rate, p50, p99, responses } = result
  const perProcessorSecond =
    processorSeconds === undefined ? undefined : responses / processorSeconds
  return { rate, p50, p99, perProcessorSecond }
}

export function middle(figures: readonly Figure[]): Figure {
  const rates = figures.flatMap(({ perProcessorSecond }) => perProcessorSecond ?? [])
  return {
    rate: median(figures.map(({ rate }) => rate)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    perProcessorSecond: rates.length > 0 ? median(rates) : undefined,
  }
}

function meanLength(responses: ReadonlyMap<string, Buffer>): number {
  const lengths = [...responses.values()].map(({ length }) => length)
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length)
}
