import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { freshPostgresSchema, startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { openStore } from './open-store.ts'
import { changesSince, openPostgresLog } from './postgres-log.ts'

interface Explained {
  'QUERY PLAN': { Plan: { 'Actual Rows': number; 'Shared Hit Blocks': number } }[]
}

describe('the change log of PostgreSQL', () => {
  let server: TestPostgres
  before(async () => (server = await startTestPostgres()))
  after(() => server.stop())

  it('is read from where a position is, however much lies before it', async () => {
    const url = await freshPostgresSchema(server.url)
    const store = await openStore({ dataFolder: '', database: url })
    const client = new pg.Client(url)
    await client.connect()
    const add = (from: number, to: number): Promise<unknown> =>
      client.query(`insert into changes (seq, at, root_id, kind, subject_id, actor, action, scopes)
        select seq, 1, 1, 'item', seq, 'test', 'create', '2' from generate_series(${from}, ${to}) seq`)
    const log = await openPostgresLog(url, { onCommit: () => {}, onBroken: () => {} })
    await add(1, 20_000)
    await client.query('vacuum analyze changes')
    const position = await log.position()
    await add(20_001, 20_002)
    const found: number[] = []
    await log.read(position, (changes) => found.push(...changes.map(({ seq }) => seq)))
    const [xmin = ''] = position.split(':')
    const { rows } = await client.query<Explained>({
      text: `explain (analyze, buffers, format json) ${changesSince}`,
      values: [position, xmin, 0],
    })
    await Promise.all([log.close(), client.end(), store.close()])
    assert.deepEqual(found, [20_001, 20_002])
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    assert.equal(plan?.['Actual Rows'], 2)
    assert.ok((plan?.['Shared Hit Blocks'] ?? Infinity) < 20, JSON.stringify(plan))
  })
})
