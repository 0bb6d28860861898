/** Reads on PostgreSQL end at their deadline and leave connections to others. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Unavailable } from '@octavo/schema/errors.ts'
import {
  freshPostgresSchema,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/postgres.ts'
import type { Database } from '../sql/dialect.ts'
import { openPostgres } from './postgres.ts'
import type { Reader } from '../reader.ts'
import { storeReader } from '../../testing/store-reader.ts'
import { raw } from '../sql/sql.ts'

const limits = { running: { total: 6, perGroup: 3, perMember: 2 }, maxWaiting: 4 }
const endless = raw('select pg_sleep(600)')

describe('reads on PostgreSQL', () => {
  let postgres: TestPostgres
  let database: Database

  before(async () => {
    postgres = await startTestPostgres()
    database = openPostgres(await freshPostgresSchema(postgres.url), { readLimits: limits })
  })
  after(async () => {
    await database.close()
    await postgres.stop()
  })

  function reader(rootId: number, caller: string, isGone = (): boolean => false): Reader {
    return { ...storeReader(60_000, isGone), rootId, caller }
  }

  /** Number of sleeping statements in this database. */
  async function sleeping(): Promise<number> {
    const [row] = await database.read((connection) =>
      connection.all<{ count: number }>(
        raw(`select count(*) as count from pg_stat_activity where datname = current_database()
          and query = 'select pg_sleep(600)' and state = 'active'`),
      ),
    )
    return row?.count ?? 0
  }

  async function untilSleeping(count: number): Promise<void> {
    while ((await sleeping()) !== count);
  }

  const sleep = (one: Reader): Promise<unknown> =>
    database.read((connection) => connection.all(endless), one)

  it('end at their deadline', async () => {
    const hurried = { ...storeReader(50, () => false), rootId: 1 }
    await assert.rejects(sleep(hurried), Unavailable)
    await untilSleeping(0)
  })

  it('keep failing for the same reason after a statement that took too long', async () => {
    const reasons = await database.read(
      async (connection) => {
        await connection.run(raw('set local statement_timeout = 10'))
        const sent = [connection.all(endless), connection.all(raw('select 1'))]
        const ends = await Promise.allSettled([
          ...sent,
          sent[1]?.catch(() => connection.all(endless)),
        ])
        return ends.map((end) => end.status === 'rejected' && (end.reason as unknown))
      },
      reader(1, 'a'),
    )
    for (const reason of reasons) assert.ok(reason instanceof Unavailable, String(reason))
  })

  it('do not start after their deadline', async () => {
    let hasBegun = false
    const late = database.read(
      () => {
        hasBegun = true
        return Promise.resolve()
      },
      { ...storeReader(0, () => false), rootId: 1 },
    )
    await assert.rejects(late, Unavailable)
    assert.equal(hasBegun, false)
  })

  it('are cancelled when the client disconnects', async () => {
    let isGone = false
    const left = sleep(reader(1, 'a', () => isGone))
    await untilSleeping(1)
    isGone = true
    await assert.rejects(left, Unavailable)
    await untilSleeping(0)
  })

  it('use no more connections than the limits of their root space and their key', async () => {
    let isGone = false
    const gone = (): boolean => isGone
    const ofOneKey = [1, 2, 3, 4].map(() => sleep(reader(1, 'a', gone)))
    await untilSleeping(limits.running.perMember)
    const ofAnother = [1, 2].map(() => sleep(reader(1, 'b', gone)))
    await untilSleeping(limits.running.perGroup)
    await assert.rejects(
      Promise.race([1, 2, 3].map(() => sleep(reader(1, 'c', gone)))),
      /too many long reads/,
    )
    const other = await database.read(
      (connection) => connection.all<{ one: number }>(raw('select 1 as one')),
      reader(2, 'd'),
    )
    assert.deepEqual(other, [{ one: 1 }])
    assert.equal(await sleeping(), limits.running.perGroup)
    isGone = true
    await Promise.allSettled([...ofOneKey, ...ofAnother])
    await untilSleeping(0)
    // All slots are free again.
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        database.read((connection) => connection.all(raw('select 1')), reader(1, 'a')),
      ),
    )
  })

  it('have no deadline and no limit without a reader', async () => {
    const [row] = await database.read((connection) =>
      connection.all<{ timeout: string }>(
        raw(`select current_setting('statement_timeout') as timeout`),
      ),
    )
    assert.equal(row?.timeout, '0')
    const [written] = await database.write((connection) =>
      connection.all<{ timeout: string }>(
        raw(`select current_setting('statement_timeout') as timeout`),
      ),
    )
    assert.equal(written?.timeout, '0')
  })
})
