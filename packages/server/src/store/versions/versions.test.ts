/** The versions are the same for a process that wrote and for one that did not. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { saveDerivedItems } from '../../content/save.ts'
import { changeable } from '../../query/changeable.ts'
import { openDatabase } from '../../testing/open-database.ts'
import { runs } from '../../testing/runs.ts'
import { sampleRoot } from '../../testing/sample-root.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { sqlStore } from '../sql/store.ts'
import type { DerivedChange } from '../derived.ts'
import type { Store, WriteTransaction } from '../store.ts'

const models = [22, 23]
const itemIds = [1, 2, 3, 4]
const modelOf = (id: number): number => models[id % 2] ?? 0
const nextTo = (id: number): number => (id % itemIds.length) + 1

function changeTo(id: number, title: string): DerivedChange {
  const document = {
    digest: title,
    body: `{"title":"${title}"}`,
    indexKeys: [],
    searchTexts: [],
    entries: null,
  }
  const facts = { status: 'published', updatedAt: 5, publishedAt: 5, lastPublishedAt: 5 } as const
  const scope = { scope: 2, languageId: 1, view: 'published', languageMask: 1 } as const
  return {
    item: {
      id,
      rootId: 1,
      spaceId: 1,
      modelId: modelOf(id),
      createdAt: 1_000 + id,
      archivedAt: null,
      deletedAt: null,
      languages: new Map(),
    },
    derived: { entries: [{ ...scope, ...facts, document }], claims: [], uses: [] },
  }
}

type Write = (tx: WriteTransaction, id: number, title: string) => Promise<unknown>

function save(tx: WriteTransaction, ids: readonly number[], title: string): Promise<void> {
  const changes = ids.map((id) => changeTo(id, title))
  return saveDerivedItems(tx, indexSchema(sampleRoot), changes, {
    actor: '',
    action: '',
    at: 1,
    isNew: false,
    before: [],
  })
}

/** Writes whose changes are all in the log. */
const loggedWrites: Record<string, Write> = {
  one: (tx, id, title) => save(tx, [id], title),
  two: (tx, id, title) => save(tx, [id, nextTo(id)], title),
  nothing: (tx) => tx.ids.allocate('content', 1),
  numbering: async (tx) => tx.ids.raise('change', 5 + (await tx.changes.latest())),
  failure: async (tx, id, title) => {
    await save(tx, [id], title)
    throw new Error('not this one')
  },
}
const unloggedWrites: Record<string, Write> = {
  unlogged: (tx, id, title) => tx.derived.save([changeTo(id, title)], { isNew: false }),
  replaced: (tx, id, title) => tx.derived.replace([changeTo(id, title)]),
  everything: (tx) => tx.derived.recount(),
}
const writeKinds = { ...loggedWrites, ...unloggedWrites }

const step = fc.record({
  isOwn: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('one', 'two') },
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(loggedWrites)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(unloggedWrites)) },
  ),
  id: fc.constantFrom(...itemIds),
  title: fc.constantFrom('sea', 'hills', 'woods'),
})
/** Concurrent writes, and whether the versions are checked afterwards. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  isChecked: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
})

async function shownDocuments(store: Store): Promise<Map<number, number>> {
  const entries = await store.read((tx) => tx.derived.entries(itemIds))
  return new Map(entries.map(({ itemId, documentId }) => [itemId, documentId]))
}

onBothDatabases('versions', (fresh, kind) => {
  async function filled() {
    const { address, store } = await fresh()
    await store.write((tx) => tx.items.insert(itemIds.map((id) => changeTo(id, '').item)))
    return address
  }

  it('are the same for a process that wrote, alone or concurrently, and for a new process', async () => {
    const address = await filled()
    const property = fc.asyncProperty(fc.array(round, { maxLength: 12 }), async (rounds) => {
      const own = sqlStore(openDatabase(address))
      const other = sqlStore(openDatabase(address))
      let [before, shownBefore] = [await own.versions(), await shownDocuments(other)]
      let isLogged = true
      for (const { steps, isChecked } of rounds) {
        const writes = steps.map(({ isOwn, kind: name, id, title }) =>
          (isOwn ? own : other).write(async (tx) => {
            // Locked, as in every write that changes items.
            await tx.items.load(itemIds)
            await writeKinds[name]?.(tx, id, title)
          }),
        )
        const ends = await Promise.allSettled(writes)
        assert.deepEqual(
          ends.map(({ status }) => status === 'rejected'),
          steps.map((one) => one.kind === 'failure'),
        )
        isLogged &&= steps.every((one) => one.kind in loggedWrites)
        if (!isChecked) continue
        const now = await own.versions()
        const newProcess = sqlStore(openDatabase(address))
        const [expected, shown] = [await newProcess.versions(), await shownDocuments(newProcess)]
        await newProcess.close()
        for (const id of [...models, ...Object.values(changeable)]) {
          assert.equal(now.of(id), expected.of(id), `changes of ${id}`)
        }
        for (const id of itemIds) {
          const holds = now.holds(modelOf(id), id, before.of(modelOf(id)))
          const isSame = shown.get(id) === shownBefore.get(id)
          if (holds) assert.ok(isSame, `${id} holds but changed`)
          if (isLogged && isSame) assert.ok(holds, `${id} did not change but does not hold`)
        }
        before = now
        shownBefore = shown
        isLogged = true
      }
      await own.close()
      await other.close()
    })
    await fc.assert(property, runs(kind === 'sqlite' ? 40 : 10))
  })
})
