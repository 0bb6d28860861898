import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  freshPostgresSchema,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/postgres.ts'
import type { Connection } from '../sql/dialect.ts'
import { openPostgres } from './postgres.ts'
import { raw, sql } from '../sql/sql.ts'

describe('a connection to PostgreSQL', () => {
  let server: TestPostgres
  before(async () => (server = await startTestPostgres()))
  after(() => server.stop())

  const ways = ['read', 'write', 'checkVersions'] as const
  for (const way of ways) {
    it(`that is terminated fails only its current user (${way})`, async () => {
      const database = openPostgres(await freshPostgresSchema(server.url))
      const run = (query: string) =>
        database[way]((connection: Connection) =>
          connection.all<{ one: number }>(sql`${raw(query)}`),
        )
      await assert.rejects(run('select pg_terminate_backend(pg_backend_pid())'))
      assert.deepEqual(await run('select 1 as one'), [{ one: 1 }])
      await database.close()
    })
  }

  it('stores long texts unchanged beside short ones', async () => {
    const database = openPostgres(await freshPostgresSchema(server.url))
    const long = String.raw`\"{,}\null`.repeat(5_000)
    const rows = [
      { id: 1, name: 'short' },
      { id: 2, name: long },
      { id: 3, name: null },
      { id: 4, name: `${long}.` },
    ]
    const stored = await database.write(async (connection) => {
      await connection.script('create table things (id bigint primary key, name text)')
      const columns = { id: 'integer', name: 'text' } as const
      await connection.insertRows('things', columns, rows)
      await connection.insertRows('things', columns, rows, ['id'])
      return connection.all(sql`select * from things order by id`)
    })
    assert.deepEqual(stored, rows)
    await database.close()
  })
  it('is left for reads when more writes wait than there are connections', async () => {
    const database = openPostgres(await freshPostgresSchema(server.url))
    const lock = (connection: Connection) =>
      connection.dialect.locks.name(connection, 'one', 'exclusive')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const holding = database.write(async (connection) => {
      await lock(connection)
      hold()
      await released
    })
    await held
    const waiting = Array.from({ length: 40 }, () => database.write(lock))
    const read = await database.read((connection) => connection.all(sql`select 1 as one`))
    assert.deepEqual(read, [{ one: 1 }])
    release()
    await Promise.all([holding, ...waiting])
    await database.close()
  })
})
