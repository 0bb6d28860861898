/** Opening an item costs the same with ten revisions and with ten thousand: statements and rows are counted. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { editableItem } from '../../admin/contents/editable.ts'
import type { Store } from '../../store/store.ts'
import { sqlStore } from '../../store/sql/store.ts'
import type { Sql } from '../../store/sql/sql.ts'
import { rowsVisited } from '../../testing/many-articles.ts'
import { addRevisions } from '../../testing/many-revisions.ts'
import { noting, openDatabase } from '../../testing/open-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { onBothDatabases, type TestStore } from '../../testing/stores.ts'
import { contextOf } from '../../testing/transfer-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { createItem } from '../write.ts'
import { listRevisions, loadRevision } from './read.ts'

const [few, many] = [10, 10_000]
/** Long enough to be stored as differences in groups. */
const long = 'sea and hills '.repeat(100)

onBothDatabases('opening an item with many revisions', (fresh) => {
  let opened: TestStore
  const ids = { few: 0, many: 0 }

  before(async () => {
    opened = await fresh()
    await opened.store.write((tx) => tx.roots.insert(writeRoot))
    ids.few = await withRevisions(opened.store, few)
    ids.many = await withRevisions(opened.store, many)
    if (opened.address.database !== undefined) await runSql(opened.address, 'vacuum analyze')
  })

  /** An item with this many sealed revisions, and as many entries of the audit log. */
  async function withRevisions(store: Store, count: number): Promise<number> {
    const id = await createItem(contextOf(store), {
      rootId: 1,
      spaceId: 1,
      actor: 'user:1',
      model: 'article',
      stage: 'draft',
      textFormat: 'portable_html',
      allowsMultiselect: true,
      body: { fields: { title: 'Now' } },
    })
    await addRevisions(store, id, count, (number) => ({ 201: `Title ${number}`, 203: long }))
    return id
  }

  const openings: Record<string, (store: Store, id: number, count: number) => Promise<unknown>> = {
    'the editor': (store, id) =>
      store.read(async (tx) => {
        const schema = await contextOf(store).schemas.in(tx, 1)
        const root = { schema, spaceIds: null }
        return editableItem(tx, { assetsUrl: '', now: () => 1 }, root, id)
      }),
    'a page of the timeline': (store, id) =>
      store.read(async (tx) => {
        const [item] = await tx.items.load([id])
        assert.ok(item)
        assert.equal((await listRevisions(tx, item, { limit: 5 })).length, 5)
      }),
    'the first revision': (store, id) => contentOf(store, id, 1),
    'a revision in the middle': (store, id, count) => contentOf(store, id, count / 2),
    'the last sealed revision': (store, id, count) => contentOf(store, id, count),
  }

  async function contentOf(store: Store, id: number, number: number): Promise<void> {
    const found = await store.read(async (tx) => {
      const [item] = await tx.items.load([id])
      return item && loadRevision(tx, item, number)
    })
    assert.equal((await found?.values())?.['201'], `Title ${number}`)
  }

  for (const [name, open] of Object.entries(openings)) {
    it(`reads as much for ${name}`, async () => {
      const work = async (id: number, count: number) => {
        const statements: Sql[] = []
        const store = sqlStore(noting(openDatabase(opened.address), statements))
        await open(store, id, count)
        await store.close()
        return {
          statements: statements.map(({ chunks }) => chunks.join('?')),
          rows: await rowsVisited(statements, opened.address),
        }
      }
      const small = await work(ids.few, few)
      const large = await work(ids.many, many)
      assert.deepEqual(large.statements, small.statements)
      // A group has at most 32 revisions; the smaller item has one that is not full.
      assert.ok(
        large.rows <= small.rows + 32,
        `${large.rows} rows, ${small.rows} for few revisions`,
      )
    })
  }
})
