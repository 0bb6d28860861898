import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../testing/open-database.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { sql } from './sql/sql.ts'

onBothDatabases('commits', (fresh, kind) => {
  // The test server itself does not sync.
  const query =
    kind === 'sqlite'
      ? sql`select synchronous < 2 as found from pragma_synchronous`
      : sql`select source = 'session' as found from pg_settings where name = 'synchronous_commit'`

  it('are synced to disk unless the database is opened without that', async () => {
    const { address } = await fresh()
    for (const options of [{}, { isDurable: true }, { isDurable: false }]) {
      const database = openDatabase(address, options)
      const [row] = await database.write((tx) => tx.all<{ found: unknown }>(query))
      assert.equal(Boolean(row?.found), options.isDurable === false)
      await database.close()
    }
  })
})
