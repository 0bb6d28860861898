import assert from 'node:assert/strict'
import { it } from 'node:test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventually } from '../testing/eventually.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { LeaseLost } from './lease.ts'
import { openStore } from './open-store.ts'
import { openPostgresLease } from './postgres/lease.ts'
import { openDatabase } from '../testing/open-database.ts'

onBothDatabases('a lease', (fresh, kind) => {
  it('is held by one process at a time', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    let now = 1_000
    const clock = { now: () => now, databaseNow: () => now }
    const [mine, theirs] = [store.openLease('work', clock), other.openLease('work', clock)]
    assert.equal((await mine.take()).isHeld, true)
    assert.equal((await theirs.take()).isHeld, false)
    assert.equal((await other.openLease('other work', clock).take()).isHeld, true)
    now += 1_000
    assert.equal((await mine.take()).isHeld, true)
    assert.equal((await theirs.take()).isHeld, false)
    await mine.savePosition('7')
    await mine.release()
    assert.equal(mine.isHeld(), false)
    assert.equal((await theirs.take()).isHeld, true)
    assert.equal(await theirs.loadPosition(), '7')
    await assert.rejects(mine.savePosition('8'), LeaseLost)
    await other.close()
  })

  if (kind === 'sqlite') {
    it('does not change the database while it is held', async () => {
      const { store, address } = await fresh()
      const lease = store.openLease('work', { now: () => 0 })
      const file = new DatabaseSync(join(address.dataFolder, 'octavo.db'))
      const version = file.prepare('pragma data_version')
      const before = version.get()
      for (let count = 0; count < 3; count++) assert.equal((await lease.take()).isHeld, true)
      assert.deepEqual(version.get(), before)
      await lease.savePosition('1')
      assert.notDeepEqual(version.get(), before)
      file.close()
    })
  }

  if (kind === 'postgres') {
    it('is renewed with one statement, by the clock of the database', async () => {
      const { address } = await fresh()
      const database = openDatabase(address)
      await database.checkVersions(async (connection) => {
        let statements = 0
        const counted: typeof connection = {
          ...connection,
          run: (query) => connection.run(query),
          all(query) {
            statements++
            return connection.all(query)
          },
        }
        let now = 0
        const lease = openPostgresLease(counted, 'work', { now: () => now })
        assert.deepEqual(await lease.take(), { isHeld: true, takeAgainAfter: 1_000 })
        assert.equal(statements, 1)
        now += 1_000
        assert.deepEqual(await lease.take(), { isHeld: true, takeAgainAfter: 1_000 })
        assert.equal(statements, 2)
        // The clock of another process may be days behind or ahead.
        const other = openPostgresLease(connection, 'work', { now: () => -1e9 })
        // On a machine that stalls, the lease expires before the other process tries.
        await eventually(async () => {
          await lease.take()
          const { isHeld, takeAgainAfter } = await other.take()
          if (isHeld) await other.release()
          else assert.ok(takeAgainAfter > 0 && takeAgainAfter <= 1_810)
          return !isHeld
        })
      })
      await database.close()
    })
  }
})
