import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Unavailable } from '@octavo/schema/errors.ts'
import { createScheduler, type Place } from './scheduler.ts'

type State = 'waiting' | 'running' | 'done' | 'refused' | 'dropped'

/** A unit of work in the test. */
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
  return error.message.includes('disconnected') ? 'dropped' : 'refused'
}

const names = ['a', 'b']
type Step =
  | { kind: 'arrive'; name: string }
  /** Picks one of the candidates by number. */
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

/** A plain model of the scheduler for groups without members. */
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

describe('work of groups', () => {
  it('matches the model for any order of arrivals, ends, failures and departures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(step, { size: 'max', maxLength: 60 }),
        async (most, mostWaiting, steps) => {
          const scheduler = createScheduler({ waiting: { perGroup: mostWaiting } })
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
            piece.settled = scheduler
              .run({ group: name, perGroup: most, isGone: () => piece.isGone }, work)
              .then(
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
          // No work is lost, and each group starts in the order of arrival.
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

  it('returns how long to wait when it rejects', async () => {
    const scheduler = createScheduler({ waiting: { perGroup: 0 } })
    const place = { group: 'a', perGroup: 1 }
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = scheduler.run(place, () => promise)
    await assert.rejects(
      scheduler.run(place, () => Promise.resolve()),
      (error) =>
        error instanceof Unavailable && error.kind === 'unavailable' && error.seconds === 1,
    )
    resolve()
    await first
    assert.equal(await scheduler.run(place, () => Promise.resolve(7)), 7)
  })
})

/** The order in which the work ran, one at a time. Work that cannot wait is rejected. */
async function orderOf(places: readonly Place[], bounds = {}): Promise<number[]> {
  const scheduler = createScheduler({ running: { total: 1 }, waiting: bounds })
  const order: number[] = []
  const work = places.map((place, index) =>
    scheduler.run(place, async () => {
      await new Promise(setImmediate)
      order.push(index)
    }),
  )
  await Promise.allSettled(work)
  return order
}

describe('turns', () => {
  it('are taken by groups, and by the members of a group', async () => {
    const places = ['a', 'a', 'a', 'a', 'b', 'b'].map((member) => ({ group: 1, member }))
    assert.deepEqual(await orderOf([...places, { group: 2, member: 'c' }]), [0, 1, 6, 4, 2, 5, 3])
  })

  it('are taken by groups, however many wait in one', async () => {
    const groups = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']
    const order = await orderOf(groups.map((group) => ({ group })))
    assert.deepEqual(order, [0, 1, 6, 7, 2, 8, 3, 4, 5])
  })

  it('pass to the next member if one cannot start', async () => {
    const scheduler = createScheduler({ running: { total: 3, perGroup: 2, perMember: 1 } })
    const started: string[] = []
    const take = async (group: number, member: string): Promise<() => void> => {
      const end = await scheduler.take({ group, member })
      started.push(`${group}${member}`)
      return end
    }
    const first = await take(1, 'a')
    const others = [take(1, 'a'), take(1, 'b'), take(1, 'c'), take(2, 'a'), take(2, 'b')]
    await new Promise(setImmediate)
    assert.deepEqual(started, ['1a', '1b', '2a'])
    first()
    await new Promise(setImmediate)
    assert.deepEqual(started, ['1a', '1b', '2a', '1a'])
    for (const one of others) (await one)()
    assert.equal(started.length, 6)
  })
})

describe('bounds', () => {
  const bounds = { total: 10, perGroup: 6, perMember: 4 }
  const running = { group: 9 }

  it('limit the total weight of waiting work, of a group and of a member', async () => {
    const places = [
      { group: 1, member: 'a', weight: 3 },
      { group: 1, member: 'a', weight: 1 },
      { group: 1, member: 'a', weight: 1 },
      { group: 1, member: 'b', weight: 2 },
      { group: 1, member: 'b', weight: 1 },
      { group: 2, member: 'a', weight: 5 },
      { group: 2, member: 'a', weight: 4 },
      { group: 2, member: 'b', weight: 1 },
    ]
    const ran = (await orderOf([running, ...places], bounds)).toSorted((a, b) => a - b)
    assert.deepEqual(ran, [0, 1, 2, 4, 7])
  })

  it('let work of any weight wait if nothing else does', async () => {
    const places = [
      { group: 1, member: 'a', weight: 50 },
      { group: 2, member: 'a', weight: 1 },
    ]
    assert.deepEqual(await orderOf([running, ...places], bounds), [0, 1])
  })

  it('on running work also hold after failures', async () => {
    const scheduler = createScheduler({ running: { total: 3 } })
    let inside = 0
    let most = 0
    const jobs = Array.from({ length: 40 }, (_, index) =>
      scheduler.run({ group: index % 5 }, async () => {
        most = Math.max(most, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
        if (index % 3 === 0) throw new Error('failed')
      }),
    )
    const results = await Promise.allSettled(jobs)
    assert.equal(most, 3)
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 14)
    assert.equal(await scheduler.run({ group: 0 }, async () => 'still open'), 'still open')
  })
})

it('runs all work that was not cancelled while waiting, once, in alternating groups', async () => {
  const entry = fc.record({
    group: fc.nat(3),
    member: fc.constantFrom('a', 'b'),
    isKept: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 40 }), async (entries) => {
      const scheduler = createScheduler({ running: { total: 1 } })
      const { promise, resolve } = Promise.withResolvers<void>()
      const first = scheduler.run({ group: 9 }, () => promise)
      const ran: (typeof entries)[number][] = []
      let stops = 0
      const ends: (() => void)[] = []
      const work = entries.map((one) => {
        const whileWaiting = (end: (why: Error) => void): (() => void) => {
          ends.push(() => end(new Error('ended')))
          return () => stops++
        }
        return scheduler.run({ ...one, whileWaiting }, async () => void ran.push(one))
      })
      const settled = Promise.allSettled(work)
      for (const [index, one] of entries.entries()) if (!one.isKept) ends[index]?.()
      resolve()
      await first
      await settled
      const kept = entries.filter(({ isKept }) => isKept)
      assert.equal(stops, entries.length)
      assert.deepEqual(new Set(ran), new Set(kept))
      assert.equal(ran.length, kept.length)
      // No group runs twice in a row while another one waits.
      for (const [index, { group }] of ran.entries()) {
        const isAlone = ran.slice(index).every((one) => one.group === group)
        assert.ok(isAlone || ran[index + 1]?.group !== group, `group ${group} ran twice`)
      }
    }),
  )
})
