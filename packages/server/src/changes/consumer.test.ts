/** Whatever fails, each change is handled in order and by one process at a time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { SimulatedWorld, type Outcome } from '../testing/simulated-consumers.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'

type Command =
  | { kind: 'append'; count: number; isSignalled: boolean }
  | { kind: 'advance'; milliseconds: number }
  | { kind: 'start'; outcomes: Outcome[] }
  | { kind: 'stop' | 'kill'; which: number }

const when = fc.constantFrom('before' as const, 'after' as const)
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Outcome>({ kind: 'success' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), when }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), when }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stall' as const),
      when,
      milliseconds: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('retry later' as const),
      milliseconds: fc.integer({ min: 0, max: 4_000 }),
    }),
  },
)
const outcomes = fc.array(outcome, { maxLength: 20 })
const which = fc.nat(3)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      // Sometimes more than a page.
      count: fc.oneof(
        { weight: 15, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.constant(1_200) },
      ),
      isSignalled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      milliseconds: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), outcomes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), which }) },
)
const repeatAfter = fc.constantFrom<readonly number[]>([], [300, 2_000])

onBothDatabases('a consumer of the change log', (fresh, kind) => {
  let opened: Promise<TestStore> | undefined
  let worlds = 0

  /** All worlds share one store, each under its own name. */
  async function inWorld(
    repetitions: readonly number[],
    test: (world: SimulatedWorld) => Promise<void>,
  ): Promise<void> {
    const { store } = await (opened ??= fresh())
    const world = new SimulatedWorld(store, `test ${++worlds}`, repetitions)
    try {
      await test(world)
      assert.deepEqual(world.violations, [])
    } finally {
      await endAll(world)
    }
  }

  it('handles every change in order, by one process at a time', async () => {
    const history = fc.record({
      first: outcomes,
      commands: fc.array(command, { maxLength: 14 }),
      repetitions: repeatAfter,
    })
    await fc.assert(
      fc.asyncProperty(history, ({ first, commands, repetitions }) =>
        inWorld(repetitions, async (world) => {
          world.start(first)
          for (const one of commands) await run(world, one)
          for (const one of world.processes) one.recover()
          // A process that never fails.
          world.start([])
          await world.append(1, false)
          await world.clock.advance(12_000)
          assert.equal(world.handled, world.committed)
          assert.equal(world.saved, world.committed)
        }),
      ),
      runs(20),
    )
  })

  it('is continued by another process within two seconds when the holder dies', async () => {
    const times = fc.tuple(fc.nat(3_000), fc.nat(3_000))
    await fc.assert(
      fc.asyncProperty(times, ([before, together]) =>
        inWorld([], async (world) => {
          const holder = world.start([])
          await world.clock.advance(before)
          const next = world.start([])
          await world.clock.advance(together)
          assert.equal(world.holder, holder)
          await holder.kill()
          await world.append(1, false)
          await world.clock.advance(2_000)
          assert.equal(world.holder, next)
          assert.equal(world.handled, 1)
        }),
      ),
      runs(6),
    )
  })

  it('is continued by another process immediately when the holder stops', () =>
    inWorld([], async (world) => {
      const first = world.start([])
      await world.append(2, true)
      await world.clock.advance(1_000)
      first.stop()
      await world.clock.settle()
      const next = world.start([])
      await world.append(1, true)
      assert.equal(world.holder, next)
      assert.equal(world.saved, 3)
    }))

  it('does not go back when a process continues after its lease has expired', () =>
    inWorld([], async (world) => {
      const slow = world.start([])
      await world.clock.advance(500)
      slow.stall(8_000)
      const other = world.start([])
      await world.clock.advance(2_500)
      // More than one page, so the slow process does not read all of it in its first step.
      await world.append(1_200, false)
      await world.clock.advance(1_000)
      assert.equal(world.holder, kind === 'postgres' ? other : slow)
      other.stop()
      await world.clock.advance(8_000)
      assert.equal(world.holder, slow)
      assert.equal(world.saved, 1_200)
    }))

  it('renews the lease at most once a second, and reads at most twice a second', () =>
    inWorld([], async (world) => {
      const process = world.start([])
      await world.clock.advance(1_000)
      const { operations } = process
      await world.clock.advance(60_000)
      const renewals = kind === 'postgres' ? 60 : 120
      assert.ok(process.operations - operations <= renewals + 120)
    }))
})

async function run(world: SimulatedWorld, one: Command): Promise<void> {
  if (one.kind === 'append') return world.append(one.count, one.isSignalled)
  if (one.kind === 'advance') return world.clock.advance(one.milliseconds)
  if (one.kind === 'start') return void world.start(one.outcomes)
  const chosen = world.processes[one.which]
  if (one.kind === 'kill') await chosen?.kill()
  else chosen?.stop()
  await world.clock.settle()
}

async function endAll(world: SimulatedWorld): Promise<void> {
  for (const one of world.processes) one.stop()
  await world.clock.advance(1_000)
  for (const one of world.processes) await one.kill()
}
