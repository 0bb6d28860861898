/** Reads that are too long for the serving thread run off-thread, and still see one state. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Unavailable } from '@octavo/schema/errors.ts'
import { saveItems } from '../../../content/save.ts'
import { openDatabase } from '../../../testing/open-database.ts'
import { fillSample, models, readSchema, sampleItem } from '../../../testing/read-sample.ts'
import { openStore, type StoreAddress } from '../../open-store.ts'
import { OverBudget, type Reader } from '../../reader.ts'
import { storeReader } from '../../../testing/store-reader.ts'
import type { Store } from '../../store.ts'
import type { Connection, Database } from '../dialect.ts'
import { raw } from '../sql.ts'

const title = 201
const article = (id: number) => sampleItem(id, models.article, { published: { [title]: 'sea' } })
const patient = (rootId: number, isGone = (): boolean => false): Reader => ({
  ...storeReader(60_000, isGone),
  rootId,
})
/** One guard call for each row, each charged as a hundred rows. */
const rows = (count: number) =>
  raw(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select count(*) as count from n where octavo_guard(100)`)
const endless = raw(`with recursive n(i) as (select 1 union all select i + 1 from n)
  select count(*) as count from n where octavo_guard(100)`)

const estimated = new OverBudget('too many rows', false)

describe('an off-thread read', () => {
  let opened: { store: Store; address: StoreAddress }
  let database: Database
  const turnUnits = 10_000

  before(async () => {
    const address = {
      dataFolder: await mkdtemp(join(tmpdir(), 'octavo-test-')),
      database: undefined,
    }
    opened = { address, store: await openStore(address) }
    await fillSample(opened.store, [1, 2, 3].map(article))
    // Time stands still, so that the length of a read does not matter.
    database = openDatabase(address, { turnUnits, now: () => 0 })
  })
  after(async () => {
    await database.close()
    await opened.store.close()
    await rm(opened.address.dataFolder, { recursive: true })
  })

  /** The budget of the work, each time it started; undefined off-thread. */
  async function budgets(
    work: (connection: Connection) => Promise<unknown>,
    reader?: Reader,
  ): Promise<(number | undefined)[]> {
    const seen: (number | undefined)[] = []
    await database.read((connection) => {
      seen.push(connection.maxUnits)
      return work(connection)
    }, reader)
    return seen
  }

  it('starts on the serving thread, within its budget', async () => {
    const short = await budgets((connection) => connection.all(rows(80)), patient(1))
    assert.deepEqual(short, [turnUnits])
    const long = await budgets((connection) => connection.all(rows(101)), patient(2))
    assert.deepEqual(long, [turnUnits, undefined])
  })

  it('does not start there if its root space has just had several such reads', async () => {
    for (let count = 0; count < 5; count++) {
      const seen = await budgets((connection) => connection.all(rows(101)), patient(3))
      assert.deepEqual(seen, [turnUnits, undefined])
    }
    const [next] = await budgets((connection) => connection.all(rows(1)), patient(3))
    assert.equal(next, undefined)
    const [other] = await budgets((connection) => connection.all(rows(1)), patient(4))
    assert.equal(other, turnUnits)
  })

  it('gets a full turn if others have left too little of one', async () => {
    const work = (connection: Connection) => connection.all(rows(60))
    const seen = await Promise.all([8, 9, 10].map((root) => budgets(work, patient(root))))
    assert.deepEqual(seen, [[turnUnits], [turnUnits], [turnUnits]])
    const once = (connection: Connection) => connection.all(rows(30))
    assert.deepEqual(await budgets(once, patient(11)), [turnUnits])
  })

  it('has no budget without a reader, as in a command', async () => {
    const seen = await budgets((connection) => connection.all(rows(10_000)))
    assert.deepEqual(seen, [Infinity])
  })

  it('shares one budget between all statements of a turn', async () => {
    const turns: number[] = []
    let turn = 0
    let isOver = false
    const count = (): void => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        database.read(
          async (connection) => {
            await connection.all(rows(60))
            turns.push(turn)
          },
          patient(10 + index),
        ),
      ),
    )
    isOver = true
    // 600 of 1,000 units each: no two of them fit into one turn.
    assert.equal(new Set(turns).size, 8)
  })

  it('sees one state during concurrent writes', async () => {
    const audit = { actor: 'test', action: 'create', at: 0, isNew: true, before: [] }
    const counted = (connection: Connection): Promise<{ count: number }[]> =>
      connection.all(raw('select count(*) as count from items where octavo_guard(1)'))
    const seen = await database.read(
      async (connection) => {
        const first = await counted(connection)
        await opened.store.write((tx) => saveItems(tx, readSchema, [article(4)], audit))
        return [first, await counted(connection)].flat()
      },
      patient(5),
      estimated,
    )
    assert.deepEqual(seen, [{ count: 3 }, { count: 3 }])
  })

  it('ends at its deadline, and frees the thread', async () => {
    const hurried = { ...storeReader(20, () => false), rootId: 6 }
    await assert.rejects(
      database.read((connection) => connection.all(endless), hurried, estimated),
      Unavailable,
    )
    const seen = await database.read((connection) => connection.all(rows(1)), patient(6), estimated)
    assert.deepEqual(seen, [{ count: 1 }])
  })

  it('ends when the client disconnects', async () => {
    let isGone = false
    const leaving = patient(7, () => isGone)
    const read = database.read(
      (connection) => {
        isGone = true
        return connection.all(endless)
      },
      leaving,
      estimated,
    )
    await assert.rejects(read, Unavailable)
    await database.read((connection) => connection.all(rows(1)), patient(7), estimated)
  })

  it('leaves a thread to other root spaces', async () => {
    let isGone = false
    const hostile = Array.from({ length: 5 }, () =>
      database.read(
        (connection) => connection.all(endless),
        patient(8, () => isGone),
        estimated,
      ),
    )
    const seen = await database.read((connection) => connection.all(rows(1)), patient(9), estimated)
    assert.deepEqual(seen, [{ count: 1 }])
    isGone = true
    const ends = await Promise.allSettled(hostile)
    assert.ok(ends.every(({ status }) => status === 'rejected'))
  })

  it('is rejected at once if too many are waiting', async () => {
    let isGone = false
    const read = (): Promise<unknown> =>
      database.read(
        (connection) => connection.all(endless),
        patient(20, () => isGone),
        estimated,
      )
    const running = read()
    const waiting = Array.from({ length: 200 }, read)
    await assert.rejects(read(), /too many long reads/)
    isGone = true
    await Promise.allSettled([running, ...waiting])
  })

  it('reports the error of a statement', async () => {
    await assert.rejects(
      database.read((connection) => connection.all(raw('select nothing')), patient(21), estimated),
      (error: unknown) => error instanceof Error && !(error instanceof OverBudget),
    )
  })
})
