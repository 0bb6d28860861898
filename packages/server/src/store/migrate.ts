import type { Connection, Database, Dialect } from './dialect.ts'
import { fills, migrations } from './migrations/migrations.ts'
import { sql } from './sql/sql.ts'

/** The database was made by a newer version of this program. */
class NewerDatabase extends Error {
  constructor(found: number) {
    super(
      `this database has version ${found}, but this Octavo knows only up to ${migrations.length}. ` +
        'Update Octavo, or restore a backup that was made with this version.',
    )
    this.name = 'NewerDatabase'
  }
}

/** Brings the tables to this program's version. Safe when several processes start at once. */
export async function migrate(database: Database): Promise<void> {
  const { dialect } = database
  const found = await database.read((connection) => currentVersion(dialect, connection))
  if (found === migrations.length) return
  await database.write(async (connection) => {
    await dialect.lockRoot(connection, 0, 'exclusive')
    await connection.script(
      'create table if not exists versions (version bigint not null primary key)',
    )
    const version = await currentVersion(dialect, connection)
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue
      await connection.script(migration(dialect))
      await fills.get(migration)?.(connection)
      await connection.run(sql`insert into versions (version) values (${index + 1})`)
    }
  })
}

async function currentVersion(dialect: Dialect, connection: Connection): Promise<number> {
  if (!(await dialect.hasTable(connection, 'versions'))) return 0
  const [row] = await connection.all<{ version: number | null }>(
    sql`select max(version) as version from versions`,
  )
  const version = row?.version ?? 0
  if (version > migrations.length) throw new NewerDatabase(version)
  return version
}
