import assert from 'node:assert/strict'
import { it } from 'node:test'
import { join } from 'node:path'
import { folderStorage } from '../../media/folder-storage.ts'
import { createSpool } from '../../media/spool.ts'
import { writeBackup } from '../../transfer/backup.ts'
import { restoreBackup } from '../../transfer/restore.ts'
import type { Store } from '../../store/store.ts'
import { editedArticle, revisionBytes } from '../../testing/editing-sessions.ts'
import { addRevisions } from '../../testing/many-revisions.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { onBothDatabases, type TestStore } from '../../testing/stores.ts'
import { contextOf, exportLines, importLines } from '../../testing/transfer-factory.ts'
import { countTurns } from '../../testing/count-turns.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { changeSettings } from '../settings.ts'
import { changeState, type StateAction } from '../state.ts'
import { createItem, patchItem } from '../write.ts'
import { eraseValues } from './erase.ts'
import { nameRevision } from './name.ts'
import { pruneRevisions } from './prune.ts'
import { listRevisions, loadRevision } from './read.ts'
import { revertItem } from './revert.ts'

const day = 24 * 60 * 60 * 1000
const [title, lead] = ['201', '203']
/** Long enough to be stored as differences. */
const long = 'sea and hills '.repeat(100)

onBothDatabases('revisions', (fresh) => {
  let now = Date.UTC(2026, 0, 1)

  async function opened(): Promise<TestStore> {
    const place = await fresh()
    await place.store.write((tx) => tx.roots.insert(writeRoot))
    now = Date.UTC(2026, 0, 1)
    return place
  }
  const contextIn = (store: Store) => ({ ...contextOf(store), now: () => now })
  const source = { textFormat: 'portable_html', allowsMultiselect: true } as const
  const place = { rootId: 1, spaceId: 1, actor: 'user:1' }
  const create = (store: Store, fields: object, stage: 'draft' | 'published' = 'draft') =>
    createItem(contextIn(store), { ...source, ...place, model: 'article', stage, body: { fields } })
  const save = (store: Store, id: number, fields: object, stage: 'draft' | 'published' = 'draft') =>
    patchItem(contextIn(store), { ...source, ...place, id, stage, body: { fields } })
  const change = (store: Store, id: number, action: StateAction) =>
    changeState(contextIn(store), { ...place, ids: [id], action, languageId: null })
  const itemIn = async (store: Store, id: number) => {
    const [item] = await store.read((tx) => tx.items.load([id]))
    assert.ok(item)
    return item
  }
  async function listed(store: Store, id: number): Promise<string[]> {
    const item = await itemIn(store, id)
    const found = await store.read((tx) => listRevisions(tx, item, { limit: 1000 }))
    return found.map(({ number, kind }) => `${number} ${kind}`)
  }
  async function valuesAt(store: Store, id: number, number: number) {
    const item = await itemIn(store, id)
    const found = await store.read((tx) => loadRevision(tx, item, number))
    return found?.values()
  }
  /** Saves in sessions of their own. */
  async function saveApart(store: Store, id: number, fields: object): Promise<void> {
    now += day
    await save(store, id, fields)
  }

  it('are kept by changes of state, and end with the item', async () => {
    const { store } = await opened()
    const id = await create(store, { title: 'One' })
    await saveApart(store, id, { title: 'Two' })
    await change(store, id, 'archive')
    await change(store, id, 'restore')
    await change(store, id, 'delete')
    assert.deepEqual(await listed(store, id), ['2 edit', '1 edit'])
    await store.write((tx) => tx.items.remove([id]))
    assert.equal(await rowsOf(store), 0)
  })

  it('are made by imports, one for each language', async () => {
    const root = await opened()
    await importLines(root, [
      {
        model: 'article',
        id: 7,
        published: true,
        fields: { title: 'A' },
        'fields[ja]': { title: 'あ' },
      },
      {
        model: 'article',
        id: 8,
        published: true,
        fields: { title: 'A' },
        draft: { fields: { title: 'B' } },
      },
    ])
    assert.deepEqual(await listed(root.store, 7), ['2 publish', '1 publish'])
    assert.deepEqual(await listed(root.store, 8), ['2 edit', '1 publish'])
    assert.deepEqual(await valuesAt(root.store, 8, 1), { [title]: 'A' })
  })

  it('start with the state before the first change, for items that are older', async () => {
    const { store, address } = await opened()
    const id = await create(store, { title: 'Old' }, 'published')
    await save(store, id, { title: 'Draft' })
    await runSql(address, 'delete from revision_heads')
    await runSql(address, 'delete from revisions')
    const before = await listed(store, id)
    assert.deepEqual(before, ['2 edit', '1 publish'])
    assert.deepEqual(await valuesAt(store, id, 1), { [title]: 'Old' })
    await saveApart(store, id, { title: 'New' })
    assert.deepEqual(await listed(store, id), ['3 edit', ...before])
    assert.deepEqual(await valuesAt(store, id, 1), { [title]: 'Old' })
    assert.deepEqual(await valuesAt(store, id, 2), { [title]: 'Draft' })
  })

  it('never change published data when they are restored', async () => {
    const { store } = await opened()
    const id = await create(store, { title: 'One', lead: 'a' }, 'published')
    await save(store, id, { title: 'Two', lead: 'b' }, 'published')
    const revert = { ...place, id, revision: 1 }
    assert.equal(await revertItem(contextIn(store), { ...revert, fieldIds: [Number(lead)] }), true)
    const { languages } = await itemIn(store, id)
    assert.deepEqual(languages.get(1)?.draft?.values, { [title]: 'Two', [lead]: 'a' })
    assert.deepEqual(languages.get(1)?.published?.values, { [title]: 'Two', [lead]: 'b' })
    await assert.rejects(revertItem(contextIn(store), { ...revert, revision: 9 }), /no revision 9/)
    const other = revertItem(contextIn(store), { ...revert, languageId: 2 })
    await assert.rejects(other, /revision 1 is of the language en/)
  })

  it('are pruned by the retention of their root space, unless they are named', async () => {
    const { store } = await opened()
    const context = contextIn(store)
    const id = await create(store, { title: 'v1', lead: long })
    for (let count = 2; count <= 40; count++) await saveApart(store, id, { title: `v${count}` })
    await change(store, id, 'publish')
    for (let count = 42; count <= 80; count++) await saveApart(store, id, { title: `v${count}` })
    await nameRevision(context, { ...place, id, revision: 35, name: 'Spring' })
    now += 340 * day
    while ((await pruneRevisions(context)) > 0);
    const left = await listed(store, id)
    const numbers = left.map((line) => Number.parseInt(line, 10))
    assert.deepEqual(numbers.slice(-3), [55, 41, 35])
    assert.equal(numbers[0], 80)
    for (const number of numbers) {
      const expected = number === 41 ? 'v40' : `v${number}`
      assert.deepEqual(await valuesAt(store, id, number), { [title]: expected, [lead]: long })
    }
    await saveApart(store, id, { title: 'v81' })
    assert.deepEqual(await valuesAt(store, id, 80), { [title]: 'v80', [lead]: long })
    const settings = { revisions: { sessionDays: 1, publicationDays: 1 } }
    await changeSettings(context, { rootId: 1, settings, actor: 'cli' })
    now += 10 * day
    while ((await pruneRevisions(context)) > 0);
    assert.deepEqual(await listed(store, id), ['81 edit', '35 edit'])
    assert.deepEqual(await valuesAt(store, id, 35), { [title]: 'v35', [lead]: long })
  })

  it('are pruned while others work', async () => {
    const { store } = await opened()
    const ids: number[] = []
    for (let count = 0; count < 40; count++) {
      const id = await create(store, { title: 'Now' })
      await addRevisions(store, id, 1, () => ({ [title]: 'Before' }))
      ids.push(id)
    }
    now += 400 * day
    let removed = 0
    const turns = await countTurns(async () => {
      removed = await pruneRevisions(contextIn(store))
    })
    assert.equal(removed, ids.length)
    // One round of the event loop runs up to eight items that take no time.
    assert.ok(turns >= ids.length / 8, `${turns} turns of the event loop`)
    for (const id of ids.slice(0, 2)) assert.deepEqual(await listed(store, id), ['2 edit'])
  })

  it('lose erased values everywhere, but only after those are no longer published', async () => {
    const { store } = await opened()
    const context = contextIn(store)
    const id = await create(store, { title: 'One', lead: `${long} secret 1` }, 'published')
    await saveApart(store, id, { lead: `${long} secret 2` })
    await saveApart(store, id, { title: 'Two' })
    const request = { ...place, id, fieldIds: [Number(lead)], languageId: null }
    await assert.rejects(eraseValues(context, request), /still published \(en\)/)
    await change(store, id, 'unpublish')
    await eraseValues(context, request)
    const count = (await listed(store, id)).length
    for (let number = 1; number <= count; number++) {
      const values = await valuesAt(store, id, number)
      assert.equal(values?.[lead], undefined)
      assert.ok(values?.[title] !== undefined)
    }
    const exported = JSON.stringify(await exportLines(store))
    assert.ok(!exported.includes('secret'))
    await eraseValues(context, { ...request, fieldIds: null })
    assert.deepEqual(await valuesAt(store, id, 1), {})
  })

  it('are part of backups', async () => {
    const from = await opened()
    const id = await create(from.store, { title: 'One' }, 'published')
    await saveApart(from.store, id, { title: 'Two' })
    await saveApart(from.store, id, { title: 'Three' })
    const context = (one: TestStore) => ({
      store: one.store,
      mediaStorage: folderStorage(join(one.address.dataFolder, 'media')),
      spool: createSpool(join(one.address.dataFolder, 'incoming')),
      now: () => now,
    })
    const path = join(from.address.dataFolder, 'backup')
    await writeBackup(context(from), { path })
    const into = await fresh()
    await restoreBackup(context(into), { path, replaces: true })
    assert.deepEqual(await listed(into.store, id), await listed(from.store, id))
    for (const number of [1, 2, 3]) {
      assert.deepEqual(
        await valuesAt(into.store, id, number),
        await valuesAt(from.store, id, number),
      )
    }
    await saveApart(into.store, id, { title: 'Four' })
    assert.deepEqual((await listed(into.store, id))[0], '4 edit')
  })

  it('take less than 1 KB for an editing session of an article of 10 KB', async () => {
    const { store } = await opened()
    const sessions = 64
    const [first, ...later] = [...editedArticle(sessions)].map((paragraphs) =>
      paragraphs.map((text) => `<p>${text}</p>`).join(''),
    )
    assert.ok((first ?? '').length > 10_000)
    const id = await create(store, { title: 'Long', body: first })
    for (const body of later) await saveApart(store, id, { body })
    assert.equal((await listed(store, id)).length, 1 + sessions)
    const bytes = (await revisionBytes(store, id)) / sessions
    assert.ok(bytes < 1024, `${bytes} bytes per session`)
  })

  it('are listed in pages, whose cost does not depend on their number', async () => {
    const { store } = await opened()
    const id = await create(store, { title: 'v1' })
    for (let count = 2; count <= 20; count++) await saveApart(store, id, { title: `v${count}` })
    const item = await itemIn(store, id)
    const numbers: number[] = []
    let before = Infinity
    for (;;) {
      const page = await store.read((tx) => listRevisions(tx, item, { before, limit: 7 }))
      if (page.length === 0) break
      numbers.push(...page.map(({ number }) => number))
      before = page.at(-1)?.number ?? 0
    }
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => 20 - index),
    )
  })
})

/** The number of rows of revisions. */
async function rowsOf(store: Store): Promise<number> {
  return store.read(async (tx) => {
    let count = 0
    for (const table of ['revision_heads', 'revisions']) {
      for await (const rows of tx.tables.scan(table)) count += rows.length
    }
    return count
  })
}
