import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { it } from 'node:test'
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
import { openStore } from '../open-store.ts'
import { latestVersion } from './migrations.ts'

onBothDatabases('a database of version 13', (fresh) => {
  it('opens, returns the same responses, and passes all checks', async () => {
    const address = await version13Database((await fresh()).address)
    const { keys, files, responses } = await version13Record()
    const store = await openStore(address)
    const media = openMedia({
      dataFolder: address.dataFolder,
      s3: undefined,
      mediaLimits: defaultMediaLimits,
      variantsBytes: 1_000_000,
      workers: 1,
    })
    for (const file of files) await media.mediaStorage.add(Buffer.from(file, 'base64'))
    const { testApp: app, end } = await startApp(store, media)
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
    await end()
    await store.close()
    await rm(address.dataFolder, { recursive: true })
  })

  it('has the tables of a new database after migration', async () => {
    const { address: created } = await fresh()
    const address = await version13Database(created)
    await (await openStore(address)).close()
    assert.deepEqual(await shapesOf(address), await shapesOf(created))
    await rm(address.dataFolder, { recursive: true })
  })

  it('accepts writes and keeps its counters', async () => {
    const address = await version13Database((await fresh()).address)
    const store = await openStore(address)
    const { testApp: app, end } = await startApp(store)
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
    await end()
    await store.close()
    await rm(address.dataFolder, { recursive: true })
  })
})

onBothDatabases('opening a database', (fresh) => {
  /** Opens a database after setting its version. */
  async function openAt(version: number): Promise<void> {
    const place = await version13Database((await fresh()).address)
    await runSql(place, `delete from versions; insert into versions values (${version})`)
    try {
      await openStore(place)
    } finally {
      await rm(place.dataFolder, { recursive: true })
    }
  }

  it('rejects a version before 13 and says what to do', async () => {
    await assert.rejects(
      openAt(12),
      /has version 12, but this Octavo supports only version 13 and later\. Open it once with the previous/,
    )
  })

  it('rejects a newer version and says what to do', async () => {
    await assert.rejects(
      openAt(latestVersion + 1),
      /has version \d+, but this Octavo supports only versions up to \d+\. Update Octavo, or restore/,
    )
  })

  it('converts version 13 once when several processes open it at the same time', async () => {
    const place = await version13Database((await fresh()).address)
    const opened = await Promise.all([1, 2, 3].map(() => openStore(place)))
    for (const store of opened) await store.close()
    await rm(place.dataFolder, { recursive: true })
  })
})
