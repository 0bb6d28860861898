import type { Connection, Database, Dialect } from '../sql/dialect.ts'
import {
  baselineVersion,
  convertedVersion,
  convertToBaseline,
  createBaseline,
} from './0014-baseline.ts'
import { latestVersion, migrations } from './migrations.ts'
import { sql, type Sql } from '../sql/sql.ts'

/** This version of Octavo cannot open the database. */
class UnsupportedDatabase extends Error {
  override name = 'UnsupportedDatabase'
}

/** Migrates the tables to the latest version. Several processes may call this at the same time. */
export async function migrate(database: Database): Promise<void> {
  const { dialect } = database
  const found = await database.read((connection) => currentVersion(dialect, connection))
  if (found === latestVersion) return
  await database.write(async (connection) => {
    await dialect.locks.name(connection, 'versions', 'exclusive')
    await connection.script(
      'create table if not exists versions (version bigint not null primary key)',
    )
    const version = await currentVersion(dialect, connection)
    if (version < baselineVersion) {
      const prepare = version === 0 ? createBaseline : convertToBaseline
      await prepare(connection, dialect)
      await record(connection, baselineVersion)
    }
    for (const [index, migration] of migrations.entries()) {
      const next = baselineVersion + index + 1
      if (next <= version) continue
      await migration(connection, dialect)
      await record(connection, next)
    }
  })
}

function record(connection: Connection, version: number): Promise<void> {
  return connection.run(sql`insert into versions (version) values (${version})`)
}

/** 0 for an empty database. */
async function currentVersion({ kind }: Dialect, connection: Connection): Promise<number> {
  const tables = await connection.all(versionsTable[kind])
  if (tables.length === 0) return 0
  const [row] = await connection.all<{ version: number | null }>(
    sql`select max(version) as version from versions`,
  )
  const version = row?.version ?? 0
  requireSupported(version)
  return version
}

const versionsTable: Readonly<Record<Dialect['kind'], Sql>> = {
  sqlite: sql`select 1 from sqlite_schema where name = 'versions'`,
  postgres: sql`select 1 from pg_tables
    where schemaname = current_schema() and tablename = 'versions'`,
}

function requireSupported(version: number): void {
  if (version > latestVersion) {
    throw new UnsupportedDatabase(
      `this database has version ${version}, but this Octavo supports only versions up to ${latestVersion}. ` +
        'Update Octavo, or restore a backup that was made with this version.',
    )
  }
  if (version > 0 && version < convertedVersion) {
    throw new UnsupportedDatabase(
      `this database has version ${version}, but this Octavo supports only version ${convertedVersion} and later. ` +
        'Open it once with the previous Octavo, which updates it, or restore a backup into an empty database.',
    )
  }
}
