import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  freshPostgresSchema,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/postgres.ts'
import type { Connection, Database } from '../sql/dialect.ts'
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

  it('plans each statement of a write once, and never to scan a table that was empty', async () => {
    const database = openPostgres(await freshPostgresSchema(server.url))
    const plans = await database.write(async (connection) => {
      await connection.script('create table things (id bigint primary key)')
      const counts = async () => {
        const [row] = await connection.all<{ scans: number; plans: number }>(
          sql`select (select seq_scan from pg_stat_xact_user_tables where relname = 'things') as scans,
            (select sum(custom_plans)::int from pg_prepared_statements) as plans`,
        )
        return row
      }
      const find = () =>
        connection.all(sql`select id from things where id = any(${[1, 2]}::bigint[])`)
      const atFirst = await counts()
      for (let count = 0; count < 7; count++) await find()
      const rows = Array.from({ length: 2_000 }, (_, id) => ({ id }))
      await connection.insertRows('things', { id: 'integer' }, rows)
      assert.deepEqual(await find(), [{ id: 1 }, { id: 2 }])
      return { atFirst, atLast: await counts() }
    })
    // Creating the table has scanned it.
    assert.deepEqual(plans.atFirst, { scans: 1, plans: 0 })
    assert.deepEqual(plans.atLast, plans.atFirst)
    const settings = await database.read((connection) =>
      connection.all(
        sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`,
      ),
    )
    assert.deepEqual(settings, [{ plans: 'auto', scans: 'on' }])
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

  describe('in a transaction with a statement that fails', () => {
    const columns = { id: 'integer' } as const
    let database: Database
    before(async () => {
      database = openPostgres(await freshPostgresSchema(server.url))
      await database.write((connection) =>
        connection.script('create table numbers (id bigint primary key)'),
      )
    })
    after(() => database.close())

    const insert = (connection: Connection, id: number) =>
      connection.insertRows('numbers', columns, [{ id }])
    const isFirstError = { code: '23505', constraint: 'numbers_pkey' }
    const stored = () => database.read((connection) => connection.all(sql`select * from numbers`))

    it('stores nothing if it is the last statement', async () => {
      const failing = database.write(async (connection) => {
        await insert(connection, 1)
        await insert(connection, 1)
      })
      await assert.rejects(failing, isFirstError)
      assert.deepEqual(await stored(), [])
    })

    it('reports its error for the statements after it', async () => {
      const failing = database.write(async (connection) => {
        await insert(connection, 1)
        await insert(connection, 1)
        await assert.rejects(connection.all(sql`select 1`), isFirstError)
        await assert.rejects(connection.all(sql`select 1`), isFirstError)
      })
      await assert.rejects(failing, isFirstError)
      assert.deepEqual(await stored(), [])
    })

    it('stores nothing if many statements follow', async () => {
      let sent = 0
      const failing = database.write(async (connection) => {
        await insert(connection, 1)
        for (let id = 1; id <= 1_000; id++) {
          await insert(connection, id)
          sent++
        }
      })
      await assert.rejects(failing, isFirstError)
      assert.ok(sent < 100, `${sent} statements were sent`)
      assert.deepEqual(await stored(), [])
    })

    it('leaves the connection to later transactions', async () => {
      await database.write((connection) => insert(connection, 1))
      assert.deepEqual(await stored(), [{ id: 1 }])
    })
  })
})
