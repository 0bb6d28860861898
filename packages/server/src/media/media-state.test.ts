import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { trashDays } from '../content/state.ts'
import type { Store } from '../store/store.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { writeRoot } from '../testing/write-root.ts'
import { addMedia } from './add-media.ts'
import { emptyMediaTrash, removeFileIfUnused } from './empty-media-trash.ts'
import type { MediaContext } from './media-context.ts'
import { changeMediaState, deleteMedia, editMedia, type MediaAction } from './media-state.ts'
import type { MediaStorage } from './storage.ts'

testApps('media', (freshApp) => {
  let app: TestApp
  let key = ''
  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey({ reads: 'published' })
  })

  function add(text: string): Promise<number> {
    const file = { rootId: 1, spaceId: 1, filename: 'a.txt', actor: 'test' }
    return addMedia(app.deps, { ...file, bytes: Buffer.from(text), alts: new Map([[1, 'Sea']]) })
  }

  const change = (ids: number[], action: MediaAction): Promise<void> =>
    changeMediaState(app.deps, { rootId: 1, actor: 'test', ids, action })

  const stateOf = async (id: number): Promise<[boolean, boolean] | undefined> => {
    const [media] = await app.deps.store.read((tx) => tx.media.load([id]))
    return media && [media.archivedAt !== null, media.deletedAt !== null]
  }

  it('can be archived and trashed, and restored in reverse order', async () => {
    const id = await add('one')
    await change([id], 'archive')
    await assert.rejects(change([id], 'archive'), /already archived/)
    await change([id], 'delete')
    assert.deepEqual(await stateOf(id), [true, true])
    await assert.rejects(change([id], 'delete'), /in the trash/)
    await change([id], 'restore')
    assert.deepEqual(await stateOf(id), [true, false])
    await change([id], 'restore')
    assert.deepEqual(await stateOf(id), [false, false])
    await assert.rejects(change([id], 'restore'), /neither/)
  })

  it('changes all items or none, and lists every item that cannot be changed', async () => {
    const [one, two, three] = [await add('1'), await add('2'), await add('3')]
    await change([two, three], 'archive')
    await assert.rejects(change([one, two, three], 'archive'), (error: Error) => {
      assert.match(error.message, new RegExp(`media ${two}:.*media ${three}:`))
      return true
    })
    assert.deepEqual(await stateOf(one), [false, false])
    await assert.rejects(change([one, 99_999], 'archive'), /no media item 99999/)
    const elsewhere = { rootId: 1, spaceId: 2, id: one, actor: 'test' }
    await assert.rejects(deleteMedia(app.deps, elsewhere), /no such media/)
  })

  it('shows a changed or removed alt text in the next response', async () => {
    const id = await add('cover')
    const body = { fields: { title: 'A', cover: id }, 'fields[ja]': { title: 'B', cover: id } }
    const writer = await app.createKey()
    const item = await app.call('POST', '/contents?model=article&published=true', {
      key: writer,
      body,
    })
    const shown = async (lang: string): Promise<string | null> => {
      const path = `/contents?model=article&_id[eq]=${(item.json as { id: number }).id}&lang=${lang}`
      const { json } = await app.call('GET', path, { key })
      const [first] = (json as { data: { cover: { alt: string } | null }[] }).data
      return first?.cover?.alt ?? null
    }
    const alts = (texts: [number, string | null][]): Promise<void> =>
      editMedia(app.deps, { rootId: 1, ids: [id], actor: 'test', edit: { alts: new Map(texts) } })
    assert.deepEqual([await shown('en'), await shown('ja')], ['Sea', 'Sea'])
    await alts([[2, '海']])
    assert.deepEqual([await shown('en'), await shown('ja')], ['Sea', '海'])
    await alts([
      [1, 'The sea'],
      [2, null],
    ])
    assert.deepEqual([await shown('en'), await shown('ja')], ['The sea', 'The sea'])
    await change([id], 'archive')
    assert.deepEqual([await shown('en'), await shown('ja')], [null, null])
    await change([id], 'restore')
    assert.equal(await shown('en'), 'The sea')
    await change([id], 'delete')
    assert.equal(await shown('en'), null)
    await assert.rejects(alts([[1, 'x']]), /no media item/)
  })

  it('is removed from the trash after its time, and its file with the last item that uses it', async () => {
    const { store, mediaStorage } = app.deps
    const [kept, gone, alone] = [await add('shared'), await add('shared'), await add('alone')]
    const files = await store.read((tx) => tx.media.load([kept, alone]))
    const [shared = '', own = ''] = files.map(({ sha256 }) => sha256)
    await change([gone, alone], 'delete')
    app.clock.now += trashDays * 24 * 60 * 60 * 1000
    assert.equal(await emptyMediaTrash(app.deps), 0)
    assert.deepEqual(await stateOf(gone), [false, true])
    app.clock.now += 1
    // These two, and one from the previous test.
    assert.equal(await emptyMediaTrash(app.deps), 3)
    assert.equal(await stateOf(gone), undefined)
    assert.equal(await mediaStorage.sizeOf(own), undefined)
    assert.ok(await mediaStorage.sizeOf(shared))
    await change([kept], 'delete')
    assert.ok(await mediaStorage.sizeOf(shared))
  })
})

onBothDatabases('a file that is removed while it is uploaded again', (fresh) => {
  it('exists whenever a record refers to it', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const files = new Set<string>()
    const context = contextOf(store, files)
    const details = { rootId: 1, spaceId: 1, filename: 'a', alts: new Map(), actor: 'test' }
    for (let round = 0; round < 10; round++) {
      const bytes = Buffer.from(`round ${round}`)
      const id = await addMedia(context, { ...details, bytes })
      const [media] = await store.read((tx) => tx.media.load([id]))
      assert.ok(media)
      await store.write((tx) => tx.media.remove([id]))
      await Promise.all([
        removeFileIfUnused(context, media.sha256),
        addMedia(context, { ...details, bytes }),
        removeFileIfUnused(context, media.sha256),
        addMedia(context, { ...details, bytes }),
        removeFileIfUnused(context, media.sha256),
      ])
      assert.ok(files.has(media.sha256), `round ${round}`)
    }
  })
})

/** A slow storage in memory, so that operations interleave. */
function contextOf(store: Store, files: Set<string>): MediaContext {
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const storage: Partial<MediaStorage> = {
    async add(bytes) {
      const name = Buffer.from(bytes).toString('hex').padEnd(64, '0').slice(0, 64)
      await later()
      files.add(name)
      return name
    },
    async sizeOf(name) {
      await later()
      return files.has(name) ? 1 : undefined
    },
    async remove(name) {
      await later()
      files.delete(name)
    },
  }
  return { store, schemas: cachedSchemas(), now: Date.now, mediaStorage: storage as MediaStorage }
}
