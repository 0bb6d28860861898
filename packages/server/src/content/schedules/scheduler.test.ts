/** Whatever fails, each schedule runs once, in order, on time and never early. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../testing/runs.ts'
import { ScheduledWorld, type Fault } from '../../testing/scheduled-world.ts'
import { onBothDatabases, type TestStore } from '../../testing/stores.ts'
import { writeRoot } from '../../testing/write-root.ts'

type Command =
  | { kind: 'plan'; which: number; after: number; unpublishAfter: number | undefined }
  | { kind: 'move'; which: number; after: number }
  | { kind: 'cancel' | 'kill' | 'stop'; which: number }
  | { kind: 'advance'; milliseconds: number }
  | { kind: 'set clock'; by: number }
  | { kind: 'start'; skew: number; faults: Fault[] }

const which = fc.nat(3)
const after = fc.integer({ min: 1, max: 5_000 })
const faults = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Fault>('none') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Fault>('fail before', 'fail after', 'die before', 'die after'),
    },
  ),
  // Fewer than the attempts after which a schedule counts as failed.
  { maxLength: 4 },
)
/** A clock that is 10 s off, in either direction. */
const skew = fc.constantFrom(0, 10_000, -10_000)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      which,
      after,
      unpublishAfter: fc.option(after, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), which, after }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'kill', 'stop' as const), which }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      milliseconds: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set clock' as const),
      by: fc.integer({ min: -8_000, max: 8_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), skew, faults }) },
)

onBothDatabases('scheduled publications', (fresh) => {
  let opened: Promise<TestStore> | undefined
  let worlds = 0

  async function openRoot(): Promise<TestStore> {
    const test = await fresh()
    await test.store.write((tx) => tx.roots.insert(writeRoot))
    return test
  }

  async function inWorld(
    test: (world: ScheduledWorld, ids: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const { store } = await (opened ??= openRoot())
    const world = new ScheduledWorld(store, `test ${++worlds}`)
    try {
      const ids: number[] = []
      for (let count = 0; count < 4; count++) ids.push(await world.create())
      await test(world, ids)
      assert.deepEqual(world.violations, [])
    } finally {
      await world.end()
    }
  }

  async function run(world: ScheduledWorld, ids: readonly number[], one: Command): Promise<void> {
    const { clock, nodes } = world
    // Otherwise a command could find a plan that a process is running at this moment.
    await clock.settle()
    switch (one.kind) {
      case 'plan':
        return world.plan(ids[one.which] ?? 0, one.after, one.unpublishAfter)
      case 'move':
        return world.move(ids[one.which] ?? 0, one.after)
      case 'cancel':
        return world.cancel(ids[one.which] ?? 0)
      case 'kill':
        return nodes[one.which]?.kill()
      case 'stop':
        return void nodes[one.which]?.stop()
      case 'advance':
        return clock.advance(one.milliseconds)
      case 'set clock':
        world.adjusted += one.by
        return undefined
      case 'start':
        return void world.start(one.skew, one.faults)
    }
  }

  it('happen once, in order and never early', async () => {
    const history = fc.record({ first: faults, commands: fc.array(command, { maxLength: 16 }) })
    await fc.assert(
      fc.asyncProperty(history, ({ first, commands }) =>
        inWorld(async (world, ids) => {
          world.start(0, first)
          for (const one of commands) await run(world, ids, one)
          // A process that never fails.
          world.start(0, [])
          await world.clock.advance(30_000)
          assert.deepEqual(world.pending, [])
          for (const id of ids) {
            const last = world.done.findLast(({ itemId }) => itemId === id)
            if (!last) continue
            const [item] = await world.store.read((tx) => tx.items.load([id]))
            const published = item?.languages.get(1)?.published
            assert.equal(published?.values[201] ?? null, last.title)
            assert.equal(item?.languages.get(1)?.draft?.values[201], 'later')
          }
        }),
      ),
      runs(12),
    )
  })

  it('happen once if any of the writes fails, or is the last of its process', async () => {
    for (const fault of ['fail before', 'fail after', 'die before', 'die after'] as const) {
      for (const position of [0, 1, 2]) {
        await inWorld(async (world, [a = 0, b = 0]) => {
          world.start(0, [...Array.from({ length: position }, () => 'none' as const), fault])
          await world.plan(a, 500, 1_000)
          await world.plan(b, 500, undefined)
          await world.clock.advance(5_000)
          world.start(0, [])
          await world.clock.advance(5_000)
          assert.deepEqual([world.pending, world.done.length], [[], 3])
        })
      }
    }
  })

  it('happen within two seconds, also when the process that runs them dies', () =>
    inWorld(async (world, [first = 0, second = 0]) => {
      const holder = world.start(0, [])
      world.start(10_000, [])
      await world.clock.advance(3_000)
      await world.plan(first, 500, undefined)
      await world.clock.advance(1_500)
      assert.equal(world.done.length, 1)
      await world.plan(second, 1_000, undefined)
      await holder.kill()
      await world.clock.advance(3_000)
      assert.equal(world.done.length, 2)
    }))

  it('are done in order after downtime', () =>
    inWorld(async (world, ids) => {
      const [a = 0, b = 0, c = 0] = ids
      await world.plan(a, 3_000, 5_000)
      await world.plan(b, 1_000, undefined)
      await world.plan(c, 2_000, 2_000)
      await world.clock.advance(86_400_000)
      assert.equal(world.done.length, 0)
      world.start(-10_000, [])
      await world.clock.advance(100)
      assert.deepEqual(
        world.done.map(({ itemId, action }) => [itemId, action]),
        [
          [b, 'publish'],
          [c, 'publish'],
          [a, 'publish'],
          [c, 'unpublish'],
          [a, 'unpublish'],
        ],
      )
    }))
})
