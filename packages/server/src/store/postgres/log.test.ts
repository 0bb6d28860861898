import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { freshPostgresSchema, startOwnPostgres, type OwnPostgres } from '../../testing/postgres.ts'
import { openStore } from '../open-store.ts'
import { openPostgres } from './postgres.ts'
import { changesSince, openPostgresLog } from './log.ts'
import { versionsQuery } from '../versions/generations.ts'
import { numberedText } from '../sql/sql.ts'

interface Explained {
  'QUERY PLAN': { Plan: { 'Actual Rows': number; 'Shared Hit Blocks': number } }[]
}

describe('the change log of PostgreSQL', () => {
  let server: OwnPostgres
  // A position begins at the oldest transaction in progress on the server, in whichever database. On the
  // shared server, it could be older than the changes that these tests expect to be skipped.
  before(async () => (server = await startOwnPostgres({ settings: { autovacuum: 'off' } })))
  after(() => server.stop())

  async function openLog() {
    const url = await freshPostgresSchema(server.url)
    const store = await openStore({ dataFolder: '', database: url })
    const client = new pg.Client(url)
    await client.connect()
    const add = (from: number, to: number): Promise<unknown> =>
      client.query(`insert into changes
          (seq, at, root_id, kind, subject_id, model_id, actor, action, scopes)
        select seq, 1, 1, 'item', seq, 7, 'test', 'create', '2' from generate_series(${from}, ${to}) seq`)
    const log = await openPostgresLog(url, 'test', { onCommit: () => {}, onBroken: () => {} })
    await add(1, 20_000)
    await client.query('vacuum analyze changes')
    const close = () => Promise.all([log.close(), client.end(), store.close()])
    return { url, client, add, log, close }
  }

  it('is read from a position in constant time, independent of the number of earlier changes', async () => {
    const { client, add, log, close } = await openLog()
    const position = await log.position()
    await add(20_001, 20_002)
    const found: number[] = []
    await log.read(position, ({ changes }) => found.push(...changes.map(({ seq }) => seq)))
    const [xmin = ''] = position.split(':')
    const { rows } = await client.query<Explained>({
      text: `explain (analyze, buffers, format json) ${changesSince}`,
      values: [position, xmin, 0, null],
    })
    await close()
    assert.deepEqual(found, [20_001, 20_002])
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    assert.equal(plan?.['Actual Rows'], 2)
    assert.ok((plan?.['Shared Hit Blocks'] ?? Infinity) < 20, JSON.stringify(plan))
  })

  it('is queried for changes with one plan for all positions', async () => {
    const { url, client, add, log, close } = await openLog()
    const database = openPostgres(url)
    const position = await log.position()
    const query = versionsQuery(database.dialect, { position, total: 0 })
    const [text, values] = [numberedText(query), query.values]
    const queryVersions = () =>
      client.query<{ text: string }>({ name: 'versions', text, values: [...values] })
    await add(20_001, 20_002)
    await client.query('insert into generations (model_id, shard, value) values (7, 16, 2)')
    const [xmin] = position.split(':')
    const readOn = { name: 'since', text: changesSince, values: [position, xmin, 0, null] }
    for (let count = 0; count < 10; count++) {
      assert.match((await queryVersions()).rows[0]?.text ?? '', /\|7:20001,7:20002$/)
      await client.query(readOn)
    }
    const { rows } = await client.query<{ name: string; generic: number }>(
      'select name, generic_plans as generic from pg_prepared_statements order by name',
    )
    const literals = values.map((value) => `'${String(value)}'`)
    const explained = await client.query<Explained>(
      `explain (analyze, buffers, format json) execute versions(${literals.join(', ')})`,
    )
    await Promise.all([database.close(), close()])
    assert.deepEqual(
      rows.map(({ name, generic }) => [name, generic > 0]),
      [
        ['since', true],
        ['versions', true],
      ],
    )
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
    assert.ok((plan?.['Shared Hit Blocks'] ?? Infinity) < 20, JSON.stringify(plan))
  })
})
