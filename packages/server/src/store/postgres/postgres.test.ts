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
})
