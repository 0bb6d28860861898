import { join } from 'node:path'
import pg from 'pg'
import { startOwnPostgres } from '../packages/server/src/testing/postgres.ts'
import type { Shelf } from './shelf.ts'

/** What someone who runs it would set on a machine of this kind; commits are durable. */
export const postgresSettings = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  synchronous_commit: 'on',
  fsync: 'on',
  // Counts nothing until a database asks for it.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
  'pg_stat_statements.track_utility': 'off',
}

/** A database for each set, in one server whose folder stays. */
export async function postgresShelf(place: string): Promise<Shelf> {
  const folder = join(place, 'postgres')
  const server = await startOwnPostgres({ folder, settings: postgresSettings })
  const urlOf = (name: string): string =>
    Object.assign(new URL(server.url), { pathname: name }).href
  const ask = async (
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
      (await ask('select 1 as value from pg_database where datname = $1', [name])).length > 0,
    address(name) {
      return { dataFolder: join(place, 'postgres-files', name), database: urlOf(name) }
    },
    async create(name) {
      await ask(`create database ${name} template template0`)
    },
    async copy(from, to) {
      await ask(`drop database if exists ${to} with (force)`)
      await ask(`create database ${to} template ${from} strategy file_copy`)
    },
    async finish(from, to) {
      await ask('vacuum (analyze)', [], urlOf(from))
      await ask(`alter database ${from} rename to ${to}`)
    },
    async remove(name) {
      await ask(`drop database if exists ${name} with (force)`)
    },
    async bytes(name) {
      const [row] = await ask('select pg_database_size($1::text) as value', [name])
      return Number(row?.value)
    },
    close: () => server.stop(),
  }
}
