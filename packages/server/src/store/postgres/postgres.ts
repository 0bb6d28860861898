import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { createScheduler } from '../../scheduling/scheduler.ts'
import { createPace } from '../../scheduling/turns.ts'
import type { Connection, Database, Durability } from '../sql/dialect.ts'
import { onClient, onPool, PostgresConnection, PostgresTransaction } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { createNotifier } from './notifier.ts'
import { openPostgresLease } from './lease.ts'
import { changeChannel, openPostgresLog, withoutScans } from './log.ts'
import { tookTooLong, type Reader } from '../reader.ts'
import { createWatch } from '../watch.ts'
import { createShares, type ShareLimits } from '../shares.ts'

const poolSize = 20
/** Writes often wait for each other. They must leave connections for reads, which never do. */
const writesAtOnce = 8
/** The remaining connections are for writes, and for reads that are known to be short. */
const readLimits: ShareLimits = {
  running: { total: 16, perGroup: 8, perMember: 4 },
  maxWaiting: 200,
}
/** Opening a connection costs the database server more than most statements. */
const openingsAtOnce = 2
const idleTimeout = 60_000
/** In milliseconds. The lease would expire during a longer statement. */
const leasePatience = 1_500

/** Ids, times and counts fit into a JavaScript number, so bigint columns are parsed as numbers. */
const bigintType = 20
pg.types.setTypeParser(bigintType, Number)

export interface PostgresOptions extends Durability {
  readLimits?: ShareLimits
}

export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const pool = openPool(url, 'octavo', {
    max: poolSize,
    idleTimeoutMillis: idleTimeout,
    pipeline: true,
  })
  pool.on('connect', readInTurns)
  pool.on('connect', sendTogether)

  const beginWriting = [
    'begin',
    // Writes find rows by key. Planning them each time takes a quarter of the database server's time, and a plan
    // made while a table was small must not scan it later.
    'set local plan_cache_mode = force_generic_plan',
    'set local enable_seqscan = off',
    ...(options.isDurable === false ? ['set local synchronous_commit = off'] : []),
  ].join('; ')
  /** Kept for each client: the store creates its functions once for each connection. */
  const transactions = new WeakMap<pg.PoolClient, PostgresTransaction>()
  const createTransaction = (client: pg.PoolClient): PostgresTransaction =>
    new PostgresTransaction(onClient(client))
  const openings = createScheduler({ running: { total: openingsAtOnce } })
  const writes = createScheduler({ running: { total: writesAtOnce } })
  const watch = createWatch()
  const takeShare = createShares(options.readLimits ?? readLimits, watch)
  /** A separate pool: leases must be renewed even when requests wait for connections. */
  let leasePool: pg.Pool | undefined
  const openLeasePool = (): pg.Pool =>
    openPool(url, 'octavo leases', {
      max: 1,
      connectionTimeoutMillis: leasePatience,
      query_timeout: leasePatience,
    })

  /** A separate pool: version checks and `/health` never wait for a free connection. */
  const checkPool = openPool(url, 'octavo checks', { max: 1, idleTimeoutMillis: 0, pipeline: true })
  checkPool.on('connect', (client) => void client.query(withoutScans).catch(() => {}))
  const shareCheck = sharedCalls()
  /** Distinguishes notifications of this process from those of others. */
  const sender = randomUUID()
  const notifier = createNotifier(() => pool.query(`notify ${changeChannel}, '${sender}'`))

  const connect = (): Promise<pg.PoolClient> =>
    openings.run({ group: 'openings' }, () => pool.connect())

  /** `spoil` makes the pool discard this client instead of reusing it. */
  async function withClient<T>(
    connecting: Promise<pg.PoolClient>,
    work: (client: pg.PoolClient, spoil: (why: unknown) => void) => Promise<T>,
  ): Promise<T> {
    const client = await connecting
    let broken: Error | undefined
    const spoil = (why: unknown): void => void (broken = asError(why))
    // Without a listener, a broken connection would end the process.
    client.on('error', spoil)
    try {
      return await work(client, spoil)
    } finally {
      client.removeAllListeners('error')
      client.release(broken)
    }
  }

  function transaction<T>(
    begin: string,
    isReading: boolean,
    work: (connection: Connection) => Promise<T>,
    reader?: Reader,
  ): Promise<T> {
    return withClient(connect(), async (client, spoil) => {
      const connection = transactions.getOrInsertComputed(client, createTransaction)
      connection.start()
      const unwatch =
        reader &&
        watch.add(reader, (why) => {
          // The client is discarded, because the cancellation might hit a statement of its next user.
          spoil(why)
          connection.end(why)
          pool
            .query('select pg_cancel_backend($1)', [internalsOf(client).processID])
            .catch(() => {})
        })
      try {
        // Not awaited: it is sent with the first statements, which fail if it does.
        const { stream } = internalsOf(client).connection
        stream.cork()
        const begun = client.query(begin)
        stream.uncork()
        begun.catch(() => {})
        const result = await work(connection)
        await begun
        const committed = client.query('commit')
        if (isReading) committed.catch(spoil)
        else await committed
        // The server has rolled the transaction back if this fails.
        await connection.settled()
        return result
      } catch (error) {
        await client.query('rollback').catch(spoil)
        throw error
      } finally {
        unwatch?.()
      }
    })
  }

  /** The statements of a reader may take the time that is left when the transaction begins. */
  async function readFor<T>(
    work: (connection: Connection) => Promise<T>,
    reader: Reader,
  ): Promise<T> {
    const free = await takeShare(reader)
    try {
      const left = Math.ceil(reader.deadline - performance.now())
      if (left <= 0) throw tookTooLong()
      const begin = `${beginReading}; set local statement_timeout = ${left}`
      return await transaction(begin, true, work, reader)
    } finally {
      free()
    }
  }

  return {
    dialect: postgresDialect,
    checkVersions: (read) =>
      shareCheck(() =>
        withClient(checkPool.connect(), (client, spoil) =>
          read(new PostgresConnection(onClient(client))).catch((error: unknown) => {
            spoil(error)
            throw error
          }),
        ),
      ),
    read: (work, reader) =>
      reader ? readFor(work, reader) : transaction(beginReading, true, work),
    write: (work) =>
      writes.run({ group: 'writes' }, () =>
        withoutDeadlock(() => transaction(beginWriting, false, work)),
      ),
    async refreshStatistics() {
      await pool.query('analyze')
    },
    openLog: (signals) => openPostgresLog(url, sender, signals),
    openLease(name, clock) {
      leasePool ??= openLeasePool()
      return openPostgresLease(new PostgresConnection(onPool(leasePool)), name, clock)
    },
    announce: notifier.announce,
    async close() {
      await notifier.settled()
      await leasePool?.end()
      await checkPool.end()
      await pool.end()
    },
  }
}

function openPool(url: string, name: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, connectionString: url, application_name: name })
  // The pool drops broken idle connections; without a listener, the error would end the process.
  pool.on('error', () => {})
  return pool
}

const beginReading = 'begin isolation level repeatable read read only'

/** Properties of the driver that its types lack. */
interface ClientInternals {
  readonly processID: number
  readonly connection: { readonly stream: Duplex }
}

function internalsOf(client: pg.PoolClient): ClientInternals {
  return client as pg.PoolClient & ClientInternals
}

/** Bytes of results that a connection may read before other work gets a turn. */
const bytesPerTurn = 128 * 1024

/** Parses long results in chunks: the driver would parse megabytes at once. */
function readInTurns(client: pg.PoolClient): void {
  const { stream } = internalsOf(client).connection
  const pace = createPace(bytesPerTurn)
  stream.on('data', (chunk: Buffer) => {
    const pause = pace.after(chunk.length)
    if (!pause) return
    stream.pause()
    void pause.then(() => stream.resume())
  })
}

/**
 * Sends the statements of one turn of the event loop with one system call. The driver corks the socket for each
 * statement.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = internalsOf(client).connection
  const uncork = stream.uncork.bind(stream)
  stream.uncork = () => process.nextTick(uncork)
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

const deadlock = '40P01'
const deadlockAttempts = 5

/** PostgreSQL aborts one of two deadlocked transactions; that one is retried. */
async function withoutDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlock
      if (!isDeadlock || count === deadlockAttempts) throw error
    }
  }
}

/** Shares one call between concurrent callers. The shared call starts after all of them have called. */
function sharedCalls(): <T>(call: () => Promise<T>) => Promise<T> {
  let running: Promise<void> | undefined
  let next: Promise<unknown> | undefined

  async function settled(call: Promise<unknown>): Promise<void> {
    await call.catch(() => {})
    running = undefined
  }

  function start<T>(call: () => Promise<T>): Promise<T> {
    const started = call()
    running = settled(started)
    return started
  }

  async function startAfter<T>(before: Promise<void>, call: () => Promise<T>): Promise<T> {
    await before
    next = undefined
    return start(call)
  }

  return <T>(call: () => Promise<T>): Promise<T> => {
    if (next) return next as Promise<T>
    if (!running) return start(call)
    // The running call may have started before this request; the next one starts after it.
    const following = startAfter(running, call)
    next = following
    return following
  }
}
