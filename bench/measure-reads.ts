/** R1 to R6, in turns: the bare server, Octavo with a draft key, Octavo with a published key. */
import type { BareServer } from './bare.ts'
import type { Shown } from './check.ts'
import type { LoadGenerator, LoadResult } from './load.ts'
import { requestText } from './load.ts'
import type { Keys, OctavoTarget } from './octavo-target.ts'
import { octavoPath, questionsOf, type Question, type ReadName } from './operations.ts'
import { processorTime } from './processes.ts'
import { median, type Figure, type ReadFigures } from './results.ts'

export const connections = 16
/** More than any cache of pages is likely to hold, and for single items more than one of documents. */
const mostQuestions = 5_000
const mostItems = 100_000

export interface Pace {
  seconds: number
  rounds: number
}

/** A server to ask, and what. `next` goes on from round to round, so that questions come late again. */
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
  { questions, answers }: Shown,
): Promise<ReadFigures> {
  await bare.serve(answers)
  const many = questionsOf(name, size, name === 'R1' ? mostItems : mostQuestions)
  const contender = (server: { port: number; pid: number }, requests: string[]): Contender => ({
    port: server.port,
    pid: server.pid,
    requests,
    next: 0,
    results: [],
  })
  const contenders = {
    bare: contender(bare, requestsOf(questions, keys.draft)),
    draft: contender(target, requestsOf(many, keys.draft)),
    published: contender(target, requestsOf(questions, keys.published)),
  }
  await warm(load, contenders.published)
  const first = many.length > 1 ? await askAll(load, contenders.draft) : undefined
  for (let round = 0; round <= pace.rounds; round++) {
    for (const one of Object.values(contenders)) {
      const figure = await ask(load, one, pace.seconds)
      // The first round warms up.
      if (round > 0) one.results.push(figure)
    }
  }
  return {
    bytes: meanLength(answers),
    bare: middle(contenders.bare.results),
    ...(first && { first }),
    draft: middle(contenders.draft.results),
    published: middle(contenders.published.results),
  }
}

export function requestsOf(questions: readonly Question[], key: string): string[] {
  const headers = { 'X-SERVICE-API-KEY': key }
  return questions.map((question) => requestText({ path: octavoPath(question), headers }))
}

/** Several times: each worker keeps answers of its own. */
async function warm(load: LoadGenerator, one: Contender): Promise<void> {
  for (let pass = 0; pass < 5; pass++) await askAll(load, one)
}

/** Each question once, however long that takes. */
async function askAll(load: LoadGenerator, { port, requests }: Contender): Promise<Figure> {
  const until = 'all were asked'
  return figureOf(await load.run({ port, connections, until, requests, isSteady: true }))
}

async function ask(load: LoadGenerator, one: Contender, seconds: number): Promise<Figure> {
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
  one.next += result.answers
  return figureOf(result, before === undefined || after === undefined ? undefined : after - before)
}

export function figureOf(result: LoadResult, processorSeconds?: number): Figure {
  const { rate, p50, p99, answers } = result
  const perProcessorSecond = processorSeconds === undefined ? undefined : answers / processorSeconds
  return { rate, p50, p99, perProcessorSecond }
}

export function middle(figures: readonly Figure[]): Figure {
  const known = figures.flatMap(({ perProcessorSecond }) => perProcessorSecond ?? [])
  return {
    rate: median(figures.map(({ rate }) => rate)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    perProcessorSecond: known.length > 0 ? median(known) : undefined,
  }
}

function meanLength(answers: ReadonlyMap<string, Buffer>): number {
  const lengths = [...answers.values()].map(({ length }) => length)
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length)
}
