import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { createKey } from '../access/keys.ts'
import { createSnapshots } from '../store/cache/snapshots.ts'
import { createItem } from '../content/write.ts'
import { folderStorage } from '../media/folder-storage.ts'
import { createSpool } from '../media/spool.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { entriesOf, packed } from '../testing/backups.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'
import {
  contextOf,
  exportLines,
  importLines,
  someLines,
  transferRoot,
  withRoot,
} from '../testing/transfer-factory.ts'
import { examine } from '../upkeep/doctor.ts'
import { writeBackup } from './backup.ts'
import { BadBackup, visitBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import type { TarEntry } from './tar.ts'

const picture = randomBytes(100_000)

function mediaOf({ address }: TestStore) {
  return folderStorage(join(address.dataFolder, 'media'))
}

async function filled(fresh: () => Promise<TestStore>, alt = 'Sea'): Promise<TestStore> {
  const place = await withRoot(fresh)
  await importLines(place, someLines)
  await schedule(place)
  const sha256 = await mediaOf(place).add(picture)
  await place.store.write((tx) =>
    tx.media.insert({
      id: 9,
      rootId: 1,
      spaceId: 1,
      filename: '海.png',
      type: 'image/png',
      bytes: picture.length,
      width: null,
      height: null,
      sha256,
      folder: 'press/2026',
      focus: { x: 0.25, y: 1 },
      createdAt: 1,
      archivedAt: null,
      deletedAt: null,
      alts: new Map([[1, alt]]),
      tags: ['Sea', '海'],
    }),
  )
  return place
}

/** One that is pending, and one that failed. */
async function schedule({ store }: TestStore): Promise<void> {
  const [item] = await store.read((tx) => tx.items.after({ rootId: 1 }, 0, 1))
  const [languageId = 0] = item?.languages.keys() ?? []
  const language = item?.languages.get(languageId)
  const facts = { itemId: item?.id ?? 0, languageId, rootId: 1, actor: 'user:1', createdAt: 1 }
  const copy = language?.draft ?? language?.published ?? null
  const problems = [{ path: 'fields.title', message: 'is required' }]
  await store.write(async (tx) => {
    await tx.schedules.save([
      { ...facts, action: 'publish', dueAt: 2, copy, failedAt: 3, problems },
      { ...facts, action: 'unpublish', dueAt: 4e12, copy: null, failedAt: null, problems: null },
    ])
    await tx.reviews.save({ itemId: facts.itemId, rootId: facts.rootId, dueOn: '2026-12-31' })
  })
}

async function addKey({ store }: TestStore, name: string): Promise<void> {
  const rights = {
    reads: 'draft',
    spaceIds: null,
    writesContents: true,
    writesMedia: true,
    publishes: false,
    listsMedia: true,
  } as const
  const noLimits = { readLimit: null, writeLimit: null, expiresAt: null }
  await createKey(contextOf(store), { ...rights, ...noLimits, name, rootId: 1, actor: 'test' })
}

async function backUp(place: TestStore, name = 'backup'): Promise<string> {
  const path = join(place.address.dataFolder, name)
  await writeBackup({ store: place.store, mediaStorage: mediaOf(place), now: () => 1 }, { path })
  return path
}

function restoreInto(place: TestStore, path: string, replaces = false): Promise<void> {
  const spool = createSpool(join(place.address.dataFolder, 'incoming'))
  const context = { store: place.store, mediaStorage: mediaOf(place), spool, now: () => 1 }
  return restoreBackup(context, { path, replaces })
}

async function findings(place: TestStore): Promise<string[]> {
  const found: string[] = []
  await examine({
    context: contextOf(place.store),
    dataFolder: place.address.dataFolder,
    mediaStorage: mediaOf(place),
    spool: createSpool(join(place.address.dataFolder, 'incoming')),
    onFinding: ({ what }) => found.push(what),
  })
  return found
}

async function everyRow(store: Store): Promise<Record<string, unknown[]>> {
  return store.read(async (tx) => {
    const rows: Record<string, unknown[]> = {}
    for (const table of tx.tables.names) {
      rows[table] = (await Array.fromAsync(tx.tables.scan(table))).flat()
    }
    return rows
  })
}

async function rewritten(
  path: string,
  change: (entries: TarEntry[]) => TarEntry[],
): Promise<Buffer> {
  return packed(change(await entriesOf(path)))
}

onBothDatabases('backup', (fresh) => {
  it('restores every row and file, and ids continue after the highest', async () => {
    const from = await filled(fresh)
    const path = await backUp(from)
    const to = await fresh()
    await restoreInto(to, path)
    assert.deepEqual(await everyRow(to.store), await everyRow(from.store))
    assert.deepEqual(await findings(to), [])
    assert.deepEqual(await readdir(join(to.address.dataFolder, 'incoming')), [])
    const ids = (store: Store) => store.write((tx) => tx.ids.allocate('content', 1))
    assert.deepEqual(await ids(to.store), await ids(from.store))
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('has media files that are larger than what is read into memory', async () => {
    const place = await filled(fresh)
    const path = await backUp(place)
    const tables = await place.store.read((tx) => Promise.resolve(tx.tables.names))
    const visit = async (maxEntryBytes: number, largest = 0): Promise<number> => {
      const scratch = place.store.openScratch()
      const onFile = async (_: string, chunks: AsyncIterable<Buffer>): Promise<void> => {
        for await (const chunk of chunks) largest = Math.max(largest, chunk.length)
      }
      await visitBackup(path, tables, { scratch, maxEntryBytes, onFile }).finally(() =>
        scratch.close(),
      )
      return largest
    }
    assert.ok((await visit(picture.length - 1)) < picture.length)
    await assert.rejects(visit(100), BadBackup)
  })

  it('is not written with a media file that is shorter or longer than its size', async () => {
    const place = await filled(fresh)
    for (const size of [picture.length - 1, picture.length + 1]) {
      const mediaStorage = { ...mediaOf(place), sizeOf: () => Promise.resolve(size) }
      const path = join(place.address.dataFolder, 'wrong')
      const context = { store: place.store, mediaStorage, now: () => 1 }
      await assert.rejects(writeBackup(context, { path }), /does not have its size/)
      await assert.rejects(stat(path), { code: 'ENOENT' })
    }
  })

  it('survives a round trip through the embedded database', async () => {
    const here = await filled(fresh)
    const folder = join(here.address.dataFolder, 'embedded')
    const address = { dataFolder: folder, database: undefined }
    const there = { store: await openStore(address), address }
    await restoreInto(there, await backUp(here))
    const back = await fresh()
    await restoreInto(back, await backUp(there))
    assert.deepEqual(await everyRow(back.store), await everyRow(here.store))
    assert.deepEqual([...(await findings(there)), ...(await findings(back))], [])
    await there.store.close()
  })

  it('is a consistent snapshot during concurrent writes', async () => {
    const from = await filled(fresh)
    const context = contextOf(from.store)
    let isDone = false
    const writing = (async () => {
      let count = 0
      // Each write creates an item that refers to the previous one.
      for (let before = 2; !isDone || count < 20; count++) {
        // The embedded database is synchronous, so yield to other work.
        await setImmediate()
        const body = { fields: { title: `${count}`, links: [{ label: 'x', to: before }] } }
        before = await createItem(context, {
          rootId: 1,
          spaceId: 1,
          actor: 'test',
          model: 'article',
          stage: 'draft',
          body,
          textFormat: 'portable_html',
          allowsMultiselect: true,
        })
      }
      return count
    })()
    const paths: string[] = []
    for (let round = 0; round < 4; round++) paths.push(await backUp(from, `backup-${round}`))
    isDone = true
    await writing
    for (const path of paths) {
      const to = await fresh()
      await restoreInto(to, path)
      assert.deepEqual(await findings(to), [])
      const lines = await exportLines(to.store)
      const ids = new Set(lines.map((line) => line['id']))
      for (const { fields } of lines as { fields: { links?: { to: number }[] } }[]) {
        for (const link of fields.links ?? []) assert.ok(ids.has(link.to), 'a reference dangles')
      }
    }
  })

  it('is not restored into a database with content, unless it may replace it', async () => {
    const from = await filled(fresh)
    const path = await backUp(from)
    const to = await withRoot(fresh)
    await importLines(to, [{ model: 'author', id: 77, published: true, fields: { name: 'Old' } }])
    await assert.rejects(restoreInto(to, path), /--yes/)
    assert.equal((await exportLines(to.store)).length, 1)
    await restoreInto(to, path, true)
    assert.deepEqual(await exportLines(to.store), await exportLines(from.store))
    assert.deepEqual(await findings(to), [])
    const [next = 0] = await to.store.write((tx) => tx.ids.allocate('content', 1))
    assert.ok(next > 77, 'an id is handed out twice')
  })

  it('invalidates the caches of running servers', async () => {
    const [one, other, to] = [await filled(fresh), await filled(fresh, 'Lake'), await fresh()]
    await addKey(one, 'of one')
    await addKey(other, 'of another')
    const snapshots = createSnapshots(to.store)
    const visibility = { scopes: [], spaceIds: null }
    const served = () =>
      snapshots.read(async (snapshot) => {
        const { media } = await snapshot.linkTargets(visibility, [], [9], {
          own: 1,
          main: 1,
          hasMediaDetails: false,
        })
        return [(await snapshot.key(1))?.name, media.get(9)?.alt]
      })
    await restoreInto(to, await backUp(one))
    assert.deepEqual(await served(), ['of one', 'Sea'])
    await restoreInto(to, await backUp(other), true)
    assert.deepEqual(await served(), ['of another', 'Lake'])
  })

  it('does not restore usage counts', async () => {
    const counted = (reads: number) => {
      const rest = { writes: 0, cacheHits: 0, errors: 0 }
      return [{ rootId: 1, date: '2026-11-14', keyId: 1, reads, ...rest }]
    }
    const requests = ({ store }: TestStore) => store.read((tx) => tx.usage.requests(1, '2026-11'))
    const place = await filled(fresh)
    await place.store.write((tx) => tx.usage.add(counted(5)))
    const path = await backUp(place)
    await place.store.write((tx) => tx.usage.add(counted(2)))
    // Restoring the content does not reset the requests.
    await restoreInto(place, path, true)
    assert.equal(await requests(place), 7)
    const other = await fresh()
    await restoreInto(other, path)
    assert.equal(await requests(other), 0)
  })

  it('rejects damaged, truncated, foreign and newer files and changes nothing', async () => {
    const from = await filled(fresh)
    const path = await backUp(from)
    const whole = await readFile(path)
    const renamed = (from_: RegExp, to_: string) => (entries: TarEntry[]) =>
      entries.map((entry) => ({ ...entry, name: entry.name.replace(from_, to_) }))
    const edited = (name: RegExp, find: string, put: string) => (entries: TarEntry[]) =>
      entries.map((entry) =>
        name.test(entry.name)
          ? { ...entry, body: Buffer.from(entry.body.toString().replace(find, put)) }
          : entry,
      )
    const files: [name: string, bytes: Buffer, expected: RegExp][] = [
      ['empty', Buffer.alloc(0), /is not an Octavo backup/],
      ['foreign', Buffer.from('hello'), /is not an Octavo backup/],
      ['other tar', zstdCompressSync(Buffer.alloc(1024)), /is (not an Octavo backup|damaged)/],
      ['truncated', whole.subarray(0, Math.floor(whole.length / 2)), /damaged/],
      ['flipped', flipped(whole), /damaged/],
      [
        'row edited',
        await rewritten(path, edited(/tables\/items/, '"id":2', '"id":7')),
        /checksums/,
      ],
      [
        'part missing',
        await rewritten(path, (all) => all.filter(({ name }) => !/users|keys|items/.test(name))),
        /checksums/,
      ],
      [
        'file renamed',
        await rewritten(path, renamed(/^media\/.*/, `media/${'0'.repeat(64)}`)),
        /is damaged/,
      ],
      ['file outside', await rewritten(path, renamed(/^media\/.*/, '../../outside')), /is damaged/],
      ['end missing', await rewritten(path, (all) => all.slice(0, -1)), /end is missing/],
      [
        'newer',
        await rewritten(path, edited(/octavo-backup/, '"format": 2', '"format": 3')),
        /newer Octavo/,
      ],
    ]
    const to = await withRoot(fresh)
    const before = await everyRow(to.store)
    for (const [name, bytes, expected] of files) {
      const bad = join(to.address.dataFolder, 'bad')
      await writeFile(bad, bytes)
      await assert.rejects(restoreInto(to, bad, true), expected, name)
    }
    assert.deepEqual(await everyRow(to.store), before)
    assert.deepEqual(before['roots']?.length, 1)
    assert.equal(transferRoot.id, 1)
  })

  it('never overwrites a file, and leaves none behind when it fails', async () => {
    const from = await filled(fresh)
    const path = await backUp(from)
    await assert.rejects(backUp(from), { code: 'EEXIST' })
    const failing = { ...mediaOf(from), sizeOf: () => Promise.reject(new Error('no')) }
    const other = `${path}-2`
    const context = { store: from.store, mediaStorage: failing, now: () => 1 }
    await assert.rejects(writeBackup(context, { path: other }), /no/)
    await assert.rejects(stat(other), { code: 'ENOENT' })
    // The backup is cancelled, and an earlier one that was killed has left its partial file.
    await writeFile(`${other}.part`, 'half')
    const stopping = new AbortController()
    const sizeOf = (): Promise<never> => (stopping.abort(), Promise.reject(new Error('ended')))
    const ended = { ...context, mediaStorage: { ...mediaOf(from), sizeOf } }
    await assert.rejects(writeBackup(ended, { path: other, signal: stopping.signal }), {
      name: 'AbortError',
    })
    const left = async () => (await readdir(dirname(path))).filter((name) => name.includes('-2'))
    assert.deepEqual(await left(), ['backup-2.part'])
    await backUp(from, 'backup-2')
    assert.deepEqual(await left(), ['backup-2', 'backup-2.part'])
  })
})

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy.writeUInt8(copy.readUInt8(middle) ^ 0xff, middle)
  return copy
}
