import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { startApp } from '../../testing/app-factory.ts'
import { withLastingLeases } from '../../testing/lasting-lease.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { shapesOf } from '../../testing/table-shapes.ts'
import { version13Database, version13Record } from '../../testing/version-13.ts'
import { defaultMediaLimits } from '../../media/media-context.ts'
import { openMedia } from '../../media/open-storage.ts'
import { systemClock } from '../../changes/clock.ts'
import { examine } from '../../upkeep/doctor.ts'
import { updateDerived } from '../../upkeep/update-derived.ts'
import { openStore, type StoreAddress } from '../open-store.ts'
import type { Store } from '../store.ts'
import { latestVersion } from './migrations.ts'

/**
 * Closes what a test opens, in reverse order. A test that fails must not leave a server or a store behind: the
 * process would not end.
 */
function closingAfter(test: TestContext) {
  const closing: (() => Promise<unknown>)[] = []
  test.after(async () => {
    for (const close of closing.toReversed()) await close()
  })
  return {
    onEnd: (close: () => Promise<unknown>): void => void closing.push(close),
    async version13(created: StoreAddress): Promise<StoreAddress> {
      const address = await version13Database(created)
      closing.push(() => rm(address.dataFolder, { recursive: true }))
      return address
    },
    async open(address: StoreAddress): Promise<Store> {
      const store = await openStore(address)
      closing.push(() => store.close())
      return store
    },
  }
}

onBothDatabases('a database of version 13', (fresh) => {
  it('opens, returns the same responses, and passes all checks', async (test) => {
    const { onEnd, open, version13 } = closingAfter(test)
    const address = await version13((await fresh()).address)
    const { keys, files, responses } = await version13Record()
    const store = await open(address)
    const media = openMedia({
      dataFolder: address.dataFolder,
      s3: undefined,
      mediaLimits: defaultMediaLimits,
      variantsBytes: 1_000_000,
      workers: 1,
    })
    for (const file of files) await media.mediaStorage.add(Buffer.from(file, 'base64'))
    const { testApp: app, end } = await startApp(store, media)
    onEnd(end)
    app.clock.now = Date.UTC(2026, 10, 20)
    for (const { key, path, status, body } of responses) {
      const response = await app.call('GET', path, { key: keys[key] ?? '' })
      assert.deepEqual([response.status, response.text], [status, body], `${key} ${path}`)
    }
    const reader = { key: keys['writer'] ?? '' }
    const filtered = ['name[exists]=false', 'where={"name":{"contains":"a"}}'].map(
      (filter) => `/contents?model=author&${encodeURI(filter)}`,
    )
    for (const path of filtered) {
      const { status, headers } = await app.call('GET', path, reader)
      assert.deepEqual([status, headers.get('retry-after')], [503, '10'], path)
    }
    const lease = withLastingLeases(store).openLease('upkeep', systemClock)
    await lease.take()
    const { signal } = new AbortController()
    assert.ok((await updateDerived(app.deps, lease, signal)) > 0)
    assert.equal(await updateDerived(app.deps, lease, signal), 0)
    await lease.release()
    for (const path of filtered) assert.equal((await app.call('GET', path, reader)).status, 200)
    const findings: unknown[] = []
    const { dataFolder } = address
    await examine({
      context: app.deps,
      dataFolder,
      ...media,
      onFinding: (one) => findings.push(one),
    })
    assert.deepEqual(findings, [])
  })

  it('has the tables of a new database after migration', async (test) => {
    const { open, version13 } = closingAfter(test)
    const { address: created } = await fresh()
    const address = await version13(created)
    await open(address)
    assert.deepEqual(await shapesOf(address), await shapesOf(created))
  })

  it('accepts writes and keeps its counters', async (test) => {
    const { onEnd, open, version13 } = closingAfter(test)
    const address = await version13((await fresh()).address)
    const store = await open(address)
    const { testApp: app, end } = await startApp(store)
    onEnd(end)
    const { keys } = await version13Record()
    const key = keys['writer'] ?? ''
    const highest = await store.read((tx) => tx.changes.latest())
    const created = await app.call('POST', '/contents?model=author&published=true', {
      key,
      body: { fields: { name: 'Ren' } },
    })
    // Ids are never reused: the previous one belonged to a deleted item.
    assert.deepEqual(created.json, { id: 12 })
    assert.equal(await store.read((tx) => tx.changes.latest()), highest + 1)
    const found = await app.call('GET', '/contents?contains=ren&model=author', { key })
    assert.equal((found.json as { total: number }).total, 1)
  })
})

onBothDatabases('opening a database', (fresh) => {
  /** Opens a database after setting its version. */
  async function openAt(version: number, test: TestContext): Promise<void> {
    const { open, version13 } = closingAfter(test)
    const place = await version13((await fresh()).address)
    await runSql(place, `delete from versions; insert into versions values (${version})`)
    await open(place)
  }

  it('rejects a version before 13 and says what to do', async (test) => {
    await assert.rejects(
      openAt(12, test),
      /has version 12, but this Octavo supports only version 13 and later\. Open it once with the previous/,
    )
  })

  it('rejects a newer version and says what to do', async (test) => {
    await assert.rejects(
      openAt(latestVersion + 1, test),
      /has version \d+, but this Octavo supports only versions up to \d+\. Update Octavo, or restore/,
    )
  })

  it('converts version 13 once when several processes open it at the same time', async (test) => {
    const { open, version13 } = closingAfter(test)
    const place = await version13((await fresh()).address)
    await Promise.all([1, 2, 3].map(() => open(place)))
  })
})
