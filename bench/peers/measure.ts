/** Measures the same operations for all contenders, in turns. */
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadGenerator } from '../load.ts'
import { connections, figureOf, middle, type Pace } from '../measure-reads.ts'
import { readNames, type ReadName } from '../operations.ts'
import type { Figure } from '../results.ts'
import { creationFor, requestFor, type Contender } from './contender.ts'
import { sharedQueries } from './queries.ts'

export type Measured = Record<ReadName | 'W1', Figure>
type OperationName = keyof Measured

export interface Outcome {
  readonly figures: Partial<Measured>
  /** Reasons for missing figures. */
  readonly failures: Partial<Record<OperationName, string>>
}

export type Outcomes = Map<Contender, Outcome>

export async function measureAll(
  load: LoadGenerator,
  contenders: readonly Contender[],
  { size, pace }: { size: number; pace: Pace },
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map(
    contenders.map((one) => [one, { figures: {}, failures: {} } satisfies Outcome]),
  )
  for (const name of readNames) {
    const readQueries = sharedQueries(name, size)
    const requests = (one: Contender): string[] =>
      readQueries.map((readQuery) => requestFor(one, readQuery))
    await inTurns(load, { outcomes, name, requests, clients: connections, pace })
  }
  const requests = (one: Contender): string[] => [creationFor(one)]
  await inTurns(load, { outcomes, name: 'W1', requests, clients: 1, pace })
  return outcomes
}

interface Turns {
  outcomes: Outcomes
  name: OperationName
  requests(one: Contender): string[]
  clients: number
  pace: Pace
}

/** The state of one contender across rounds. */
interface Part {
  one: Contender
  requests: string[]
  /** The next request. */
  start: number
  found: Figure[]
  failure?: string
}

async function inTurns(load: LoadGenerator, turns: Turns): Promise<void> {
  const { outcomes, name, pace } = turns
  const parts = [...outcomes.keys()].map((one): Part => {
    return { one, requests: turns.requests(one), start: 0, found: [] }
  })
  for (let round = 0; round <= pace.rounds; round++) {
    for (const part of parts) {
      if (part.failure === undefined) await takeTurn(load, part, turns)
      // The first round is a warm-up.
      if (round === 0) part.found.length = 0
    }
  }
  for (const { one, found, failure } of parts) {
    const outcome = outcomes.get(one)
    if (!outcome) continue
    if (failure === undefined) outcome.figures[name] = middle(found)
    else outcome.failures[name] = failure
    console.error(`${name}, ${one.name}: ${failure ?? shown(name, middle(found))}`)
  }
  load.clear()
}

async function takeTurn(load: LoadGenerator, part: Part, turns: Turns): Promise<void> {
  const { one, requests, start } = part
  const { name, clients, pace } = turns
  const until = { seconds: pace.seconds }
  const isSteady = name !== 'W1'
  const run = { port: one.port, connections: clients, until, requests, start, isSteady }
  try {
    const result = await load.run(run)
    part.start += result.responses
    part.found.push(figureOf(result))
  } catch (error) {
    part.failure = error instanceof Error ? error.message : String(error)
    // The other connections continue to send requests until the end of the round.
    await wait(pace.seconds * 1000)
  }
}

function shown(name: OperationName, { p50, rate }: Figure): string {
  return name === 'W1' ? `p50 ${p50.toFixed(2)} ms` : `${rate.toFixed(0)} a second`
}
