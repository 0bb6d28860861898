import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Connection, Database } from '../sql/dialect.ts'
import { raw, sql } from '../sql/sql.ts'
import { openSqlite } from './sqlite.ts'

describe('rows of SQLite', () => {
  let folder: string
  let database: Database

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-rows-'))
    database = openSqlite(join(folder, 'rows.db'))
  })
  after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  const everything = (connection: Connection): Promise<unknown[]> =>
    connection.all(sql`select * from things order by id`)

  it('have the current columns of the table, also if it changed after the statement was prepared', async () => {
    const seen = await database.write(async (connection) => {
      await connection.script('create table things (id integer, name text)')
      const lists = [await everything(connection)]
      await connection.insertRows('things', { id: 'integer', name: 'text' }, [
        { id: 1, name: '海' },
        { id: 2, name: null },
      ])
      lists.push(await everything(connection))
      await connection.script("alter table things add column kind text not null default 'odd'")
      lists.push(await everything(connection))
      await connection.script('alter table things rename column kind to sort')
      lists.push(await everything(connection))
      return lists
    })
    assert.deepEqual(seen, [
      [],
      [
        { id: 1, name: '海' },
        { id: 2, name: null },
      ],
      [
        { id: 1, name: '海', kind: 'odd' },
        { id: 2, name: null, kind: 'odd' },
      ],
      [
        { id: 1, name: '海', sort: 'odd' },
        { id: 2, name: null, sort: 'odd' },
      ],
    ])
  })

  it('are found by the same statement with other values, with or without nested SQL', async () => {
    const names = (id: number, table = raw('things')): Promise<unknown[]> =>
      database.read(async (connection) => [
        ...(await connection.all(sql`select name from things where id = ${id}`)),
        ...(await connection.all(sql`select name from ${table} where id = ${id}`)),
      ])
    assert.deepEqual(await names(1), [{ name: '海' }, { name: '海' }])
    assert.deepEqual(await names(2), [{ name: null }, { name: null }])
    assert.deepEqual(await names(1, raw("(select 1 as id, '別' as name)")), [
      { name: '海' },
      { name: '別' },
    ])
  })
})
