import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Unavailable } from '@octavo/schema/errors.ts'
import { createGate } from './gate.ts'

type State = 'waiting' | 'running' | 'done' | 'refused' | 'dropped'

/** A piece of work as the test sees it. */
class Piece {
  state: State = 'waiting'
  isGone = false
  readonly end = Promise.withResolvers<void>()
  settled: Promise<void> = Promise.resolve()
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

function stateAfter(error: unknown): State {
  if (!(error instanceof Unavailable)) return 'done'
  return error.message.includes('left') ? 'dropped' : 'refused'
}

const names = ['a', 'b']
type Step =
  | { kind: 'arrive'; name: string }
  /** These pick one of the pieces in question, by a number. */
  | { kind: 'finish' | 'fail' | 'leave'; pick: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('arrive'), name: fc.constantFrom(...names) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('finish', 'fail', 'leave'), pick: fc.nat(99) }),
  },
)

/** What the gate should do, as plainly as it can be said. */
class Model {
  readonly running = new Map<string, Piece[]>(names.map((name) => [name, []]))
  readonly queues = new Map<string, Piece[]>(names.map((name) => [name, []]))
  readonly expected = new Map<Piece, State>()
  readonly most: number
  readonly mostWaiting: number

  constructor(most: number, mostWaiting: number) {
    this.most = most
    this.mostWaiting = mostWaiting
  }

  arrive(piece: Piece): void {
    const running = this.running.get(piece.name) ?? []
    const queue = this.queues.get(piece.name) ?? []
    if (running.length < this.most) return this.#start(piece)
    if (queue.length >= this.mostWaiting) {
      for (const gone of queue.filter(({ isGone }) => isGone)) this.#drop(gone)
    }
    const left = this.queues.get(piece.name) ?? []
    const isFull = left.length >= this.mostWaiting
    this.expected.set(piece, isFull ? 'refused' : 'waiting')
    if (!isFull) left.push(piece)
  }

  finish(piece: Piece): void {
    this.running.set(
      piece.name,
      (this.running.get(piece.name) ?? []).filter((other) => other !== piece),
    )
    this.expected.set(piece, 'done')
    for (const next of Array.from(this.queues.get(piece.name) ?? [])) {
      this.#remove(next)
      if (!next.isGone) return this.#start(next)
      this.expected.set(next, 'dropped')
    }
  }

  #start(piece: Piece): void {
    this.running.get(piece.name)?.push(piece)
    this.expected.set(piece, 'running')
  }

  #drop(piece: Piece): void {
    this.#remove(piece)
    this.expected.set(piece, 'dropped')
  }

  #remove(piece: Piece): void {
    this.queues.set(
      piece.name,
      (this.queues.get(piece.name) ?? []).filter((other) => other !== piece),
    )
  }
}

describe('a gate', () => {
  it('matches the model for any order of arrivals, ends, failures and departures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(step, { size: 'max', maxLength: 60 }),
        async (most, mostWaiting, steps) => {
          const gate = createGate(mostWaiting)
          const model = new Model(most, mostWaiting)
          const started: Piece[] = []
          const pieces: Piece[] = []
          const of = (...states: State[]): Piece[] =>
            pieces.filter((piece) => states.includes(model.expected.get(piece) ?? 'done'))

          const arrive = (name: string): void => {
            const piece = new Piece(name)
            pieces.push(piece)
            model.arrive(piece)
            const work = async (): Promise<void> => {
              piece.state = 'running'
              started.push(piece)
              await piece.end.promise
            }
            piece.settled = gate.run({ name, most, isGone: () => piece.isGone }, work).then(
              () => void (piece.state = 'done'),
              (error: unknown) => void (piece.state = stateAfter(error)),
            )
          }
          const take = (kind: 'finish' | 'fail' | 'leave', pick: number): void => {
            const candidates = of(
              ...(kind === 'leave' ? (['waiting'] as const) : (['running'] as const)),
            )
            const piece = candidates[pick % candidates.length]
            if (!piece) return
            if (kind === 'leave') piece.isGone = true
            else {
              model.finish(piece)
              if (kind === 'finish') piece.end.resolve()
              else piece.end.reject(new Error('the work failed'))
            }
          }

          const check = (): void => {
            for (const piece of pieces) assert.equal(piece.state, model.expected.get(piece))
          }

          for (const one of steps) {
            if (one.kind === 'arrive') arrive(one.name)
            else take(one.kind, one.pick)
            await new Promise(setImmediate)
            check()
          }
          for (let left = of('running'); left.length > 0; left = of('running')) {
            for (const piece of left) {
              model.finish(piece)
              piece.end.resolve()
            }
            await new Promise(setImmediate)
            check()
          }
          await Promise.all(pieces.map(({ settled }) => settled))
          // Nothing is lost, and each name starts in the order of arrival.
          assert.deepEqual(of('waiting', 'running'), [])
          for (const name of names) {
            const order = started.filter((piece) => piece.name === name)
            assert.deepEqual(
              order,
              pieces.filter((piece) => order.includes(piece)),
            )
          }
        },
      ),
    )
  })

  it('says how long to wait when it refuses', async () => {
    const gate = createGate(0)
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = gate.run({ name: 'a', most: 1 }, () => promise)
    await assert.rejects(
      gate.run({ name: 'a', most: 1 }, () => Promise.resolve()),
      (error) =>
        error instanceof Unavailable && error.kind === 'unavailable' && error.seconds === 1,
    )
    resolve()
    await first
    assert.equal(await gate.run({ name: 'a', most: 1 }, () => Promise.resolve(7)), 7)
  })
})
