/** Generated histories of releases and schedules against a plain model, with reads through releases and at times. */
import { it } from 'node:test'
import fc from 'fast-check'
import { assertSound } from '../../testing/assert-sound.ts'
import { historyLuids, startReleaseHistory } from '../../testing/release-history.ts'
import { langs, type Action } from '../../testing/release-model.ts'
import { runs } from '../../testing/runs.ts'
import { onBothDatabases } from '../../testing/stores.ts'

const item = fc.nat(3)
const lang = fc.constantFrom(...langs)
const title = fc.constantFrom('alpha', 'beta', 'gamma', '')
const luid = fc.constantFrom(...historyLuids)
const to = fc.option(item)
/** Hours after the start of the history, which takes some seconds. */
const hour = fc.integer({ min: 1, max: 4 })
const action = fc.constantFrom<Action>('publish', 'publish', 'publish', 'unpublish', 'delete')
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), item, lang, title, to }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), item }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), item, title }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove language' as const), item }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), item }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      luid,
      item,
      lang: fc.option(lang),
      action,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), luid, item }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      luid,
      isOverwriting: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), luid }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      item,
      lang: fc.option(lang),
      action: fc.constantFrom('publish' as const, 'publish' as const, 'unpublish' as const),
      hour,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unschedule' as const), item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      luid,
      isOverwriting: fc.boolean(),
      hour,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), luid }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read at' as const), hour }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      luids: fc.constantFrom(['one'], ['two'], ['one', 'two'], ['two', 'one']),
    }),
  },
)

/** A translation that is planned and then removed, which random commands hardly ever do in this order. */
const removal = fc
  .record({
    item,
    luid,
    title,
    between: fc.array(command, { maxLength: 2 }),
    isReplaced: fc.boolean(),
  })
  .map(({ item: own, luid: release, title: text, between, isReplaced }) => [
    { do: 'edit' as const, item: own, lang: 'ja' as const, title: text, to: null },
    { do: 'add' as const, luid: release, item: own, lang: null, action: 'publish' as const },
    ...between,
    isReplaced
      ? { do: 'replace' as const, item: own, title: text }
      : { do: 'remove language' as const, item: own },
  ])
const commands = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.tuple(command) }, { weight: 1, arbitrary: removal }), {
    minLength: 10,
    maxLength: 30,
  })
  .map((some) => some.flat())

onBothDatabases('histories of releases', (fresh) => {
  it('agree with the model, and so do reads through releases and at times', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(commands, async (each) => {
        await store.write((tx) => tx.tables.clear())
        const history = await startReleaseHistory(store)
        for (const one of each) await history.run(one)
        await history.check({ luids: [] })
        for (const some of [['one'], ['two', 'one']]) await history.check({ luids: some })
        for (const some of [2, 4]) await history.check({ hour: some })
        await assertSound(history.context)
        await history.checkFuture([2, 4])
        await assertSound(history.context)
      }),
      runs(16),
    )
  })
})
