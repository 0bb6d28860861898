import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Connection, Database } from '../sql/dialect.ts'
import { groupedWrites } from './grouped-writes.ts'
import { sql } from '../sql/sql.ts'
import { openSqlite } from './sqlite.ts'

describe('grouped writes', () => {
  let folder = ''
  let database: Database
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    database = openSqlite(join(folder, 'octavo.db'))
    await database.write((connection) =>
      connection.script('create table notes (id integer primary key)'),
    )
  })
  after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  const add = (connection: Connection, id: number): Promise<void> =>
    connection.run(sql`insert into notes (id) values (${id})`)
  const state = (): Promise<unknown> =>
    database.checkVersions((connection) => Promise.resolve(connection.state()))
  const stored = (): Promise<number[]> =>
    database.read(async (connection) => {
      const rows = await connection.all<{ id: number }>(sql`select id from notes order by id`)
      return rows.map(({ id }) => id)
    })

  it('appear as one change to readers, without the failed writes', async () => {
    const seen = new Set([await state()])
    const writes = Array.from({ length: 30 }, (_, index) =>
      database.write(async (connection) => {
        await add(connection, 2 * index)
        await add(connection, 2 * index + 1)
        if (index % 3 === 0) throw new Error(`no ${index}`)
        return index
      }),
    )
    const settled = writes.map((write) => write.catch(() => undefined))
    for (const one of settled) {
      await one
      seen.add(await state())
    }
    const outcomes = await Promise.allSettled(writes)
    const refused = outcomes.filter((one) => one.status === 'rejected')
    assert.deepEqual(
      refused.map(({ reason }) => String(reason)),
      Array.from({ length: 10 }, (_, index) => `Error: no ${3 * index}`),
    )
    const expected = Array.from({ length: 60 }, (_, id) => id).filter((id) => id % 6 > 1)
    assert.deepEqual(await stored(), expected)
    assert.equal(seen.size, 2)
  })

  it('see earlier writes of the group, and fail on their conflicts', async () => {
    const outcomes = await Promise.allSettled([
      database.write((connection) => add(connection, 1000)),
      database.write((connection) => add(connection, 1000)),
      database.write((connection) => add(connection, 1001)),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual((await stored()).slice(-2), [1000, 1001])
  })

  it('fail after the database is closed', async () => {
    const closed = openSqlite(join(folder, 'closed.db'))
    await closed.close()
    const writes = [1, 2].map((id) => closed.write((connection) => add(connection, id)))
    const outcomes = await Promise.allSettled(writes)
    assert.ok(outcomes.every((one) => one.status === 'rejected'))
  })

  it('all fail if the commit fails', async () => {
    const done: string[] = []
    const { write } = groupedWrites<null>({
      begin: () => Promise.resolve(),
      commit() {
        throw new Error('the disk is full')
      },
      rollback: () => void done.push('rollback'),
      setSavepoint() {},
      releaseSavepoint() {},
      rollbackToSavepoint() {},
      connection: null,
    })
    const outcomes = await Promise.allSettled([
      write(() => Promise.resolve(1)),
      write(() => Promise.reject(new Error('mine'))),
    ])
    assert.ok(outcomes.every((one) => one.status === 'rejected'))
    assert.deepEqual(done, ['rollback'])
  })
})
