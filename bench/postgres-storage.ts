import { join } from 'node:path'
import pg from 'pg'
import { startOwnPostgres } from '../packages/server/src/testing/postgres.ts'
import type { DataSetStorage } from './data-set-storage.ts'

/** Typical production settings for such a machine; commits are durable. */
export const postgresSettings = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  synchronous_commit: 'on',
  fsync: 'on',
  // Counts nothing until it is enabled for a database.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  'pg_stat_statements.track_utility': 'off',
}

/** One database per data set, in one server whose folder is kept. */
export async function postgresStorage(place: string): Promise<DataSetStorage> {
  const folder = join(place, 'postgres')
  const server = await startOwnPostgres({ folder, settings: postgresSettings })
  const urlOf = (name: string): string =>
    Object.assign(new URL(server.url), { pathname: name }).href
  const query = async (
    text: string,
    values: unknown[] = [],
    url = server.url,
  ): Promise<{ value: string }[]> => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query<{ value: string }>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    has: async (name) =>
      (await query('select 1 as value from pg_database where datname = $1', [name])).length > 0,
    address(name) {
      return { dataFolder: join(place, 'postgres-files', name), database: urlOf(name) }
    },
    async create(name) {
      await query(`create database ${name} template template0`)
    },
    async copy(from, to) {
      await query(`drop database if exists ${to} with (force)`)
      await query(`create database ${to} template ${from} strategy file_copy`)
    },
    async finish(from, to) {
      await query('vacuum (analyze)', [], urlOf(from))
      await query(`alter database ${from} rename to ${to}`)
    },
    async remove(name) {
      await query(`drop database if exists ${name} with (force)`)
    },
    async bytes(name) {
      const [row] = await query('select pg_database_size($1::text) as value', [name])
      return Number(row?.value)
    },
    close: () => server.stop(),
  }
}
