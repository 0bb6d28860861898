import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sqliteTables } from '../migrations/baseline/sqlite-tables.ts'
import type { Connection, Database } from '../sql/dialect.ts'
import { sql } from '../sql/sql.ts'
import { sqliteDialect } from './dialect.ts'
import { openSqlite } from './sqlite.ts'

const batches = 15
const documentsPerBatch = 20

describe('many changes of the search index', () => {
  let folder: string
  let database: Database

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-grams-'))
    database = openSqlite(join(folder, 'grams.db'))
    await database.write((connection) => connection.script(sqliteTables))
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  /** Most words are in one document only, so that a batch takes several pages. */
  async function addBatch(connection: Connection, batch: number): Promise<void> {
    const rows = Array.from({ length: documentsPerBatch }, (_, index) => {
      const rowid = batch * documentsPerBatch + index + 1
      const words = Array.from(
        { length: 300 },
        (_word, at) => `w${(rowid * 300 + at).toString(36)}`,
      )
      return { rowid, grams: `all ${words.join(' ')}` }
    })
    await connection.insertRows('search_grams', { rowid: 'integer', grams: 'text' }, rows)
    // Each removal writes a segment.
    const [first] = rows
    await connection.run(sql`delete from search_grams where rowid in (${first?.rowid ?? 0}, 0)`)
  }

  async function addBatches(connection: Connection): Promise<void> {
    for (let batch = 0; batch < batches; batch++) await addBatch(connection, batch)
  }

  const segments = (): Promise<number> =>
    database.read(async (connection) => {
      const [row] = await connection.all<{ count: number }>(
        sql`select count(distinct segid) as count from search_grams_idx`,
      )
      return row?.count ?? 0
    })

  const found = (word: string): Promise<number> =>
    database.read(async (connection) => {
      const rows = await connection.all(
        sql`select rowid from search_grams where search_grams match ${word}`,
      )
      return rows.length
    })

  it('are merged at the end of the transaction', async () => {
    await database.write(async (connection) => {
      await sqliteDialect.search.startMany(connection)
      await addBatches(connection)
      await sqliteDialect.search.endMany(connection, batches * documentsPerBatch)
    })
    assert.ok((await segments()) < 4, `${await segments()} segments`)
    assert.equal(await found('all'), batches * (documentsPerBatch - 1))
    assert.equal(await found(`w${(2 * 300).toString(36)}`), 1)
  })

  it('leave later changes to be merged as before, also after a rollback', async () => {
    const failed = database.write(async (connection) => {
      await sqliteDialect.search.startMany(connection)
      await addBatch(connection, 0)
      throw new Error('a rule is broken')
    })
    await assert.rejects(failed, /a rule is broken/)
    await database.write(addBatches)
    assert.ok((await segments()) < batches, `${await segments()} segments`)
  })
})
