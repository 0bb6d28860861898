import type { Duplex } from 'node:stream'
import pg from 'pg'
import { createScheduler } from '../../scheduling/scheduler.ts'
import { createPace } from '../../scheduling/turns.ts'
import {
  replacing,
  type Columns,
  type Connection,
  type Database,
  type Durability,
  type Row,
} from '../sql/dialect.ts'
import { postgresDialect } from './dialect.ts'
import { createNotifier } from './notifier.ts'
import { openPostgresLease } from './lease.ts'
import { changeChannel, openPostgresLog } from './log.ts'
import { tookTooLong, type Reader } from '../reader.ts'
import { createWatch } from '../watch.ts'
import { createShares, type ShareLimits } from '../shares.ts'
import { sharedFlights } from './shared-flights.ts'
import { areReused, numberedText, type Sql } from '../sql/sql.ts'

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

  const beginWriting =
    options.isDurable === false ? 'begin; set local synchronous_commit = off' : 'begin'
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
  const checks = sharedFlights()
  const notifier = createNotifier(() => pool.query(`notify ${changeChannel}`))

  /** `spoil` makes the pool discard this client instead of reusing it. */
  async function withClient<T>(
    work: (client: pg.PoolClient, spoil: (why: unknown) => void) => Promise<T>,
  ): Promise<T> {
    const client = await openings.run({ group: 'openings' }, () => pool.connect())
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
    return withClient(async (client, spoil) => {
      const connection = new PostgresConnection(client)
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
        // Not awaited: the next statements are pipelined, and fail if this one does.
        const begun = client.query(begin)
        begun.catch(() => {})
        const result = await work(connection)
        await begun
        const committed = client.query('commit')
        if (isReading) committed.catch(spoil)
        else await committed
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
    checkVersions: (read) => checks.share(() => read(new PostgresConnection(checkPool))),
    read: (work, reader) =>
      reader ? readFor(work, reader) : transaction(beginReading, true, work),
    write: (work) =>
      writes.run({ group: 'writes' }, () =>
        withoutDeadlock(() => transaction(beginWriting, false, work)),
      ),
    async refreshStatistics() {
      await pool.query('analyze')
    },
    openLog: (signals) => openPostgresLog(url, signals),
    openLease(name, clock) {
      leasePool ??= openLeasePool()
      return openPostgresLease(new PostgresConnection(leasePool), name, clock)
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

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

/** Cancelled by the statement timeout or by this server. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
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

class PostgresConnection implements Connection {
  readonly dialect = postgresDialect
  readonly #client: Pick<pg.PoolClient, 'query'>
  #why: Error | undefined

  constructor(client: Pick<pg.PoolClient, 'query'>) {
    this.#client = client
  }

  /** Makes later statements fail at once. The running statement fails when it is cancelled. */
  end(why: Error): void {
    this.#why = why
  }

  state(): undefined {
    return undefined
  }

  async all<R>(query: Sql): Promise<R[]> {
    return (await this.#query(statementOf(query), query.values)) as R[]
  }

  async #query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    if (this.#why) throw this.#why
    try {
      const result = await this.#client.query({ ...statement, values: [...values] })
      return result.rows as unknown[]
    } catch (error) {
      // After a cancelled statement, the transaction rejects all others.
      if (isCancelled(error)) this.#why ??= tookTooLong()
      throw this.#why ?? error
    }
  }

  async run(query: Sql): Promise<void> {
    await this.all(query)
  }

  async insertRows(
    table: string,
    columns: Columns,
    rows: readonly Row[],
    key?: readonly string[],
  ): Promise<void> {
    const names = Object.keys(columns)
    const end = key ? replacing(columns, key) : ''
    const insert = async (source: string, values: unknown[]): Promise<void> => {
      await this.#query(named(`insert into ${table} (${names.join(', ')}) ${source}${end}`), values)
    }
    const parameter = (name: string, index: number): string =>
      `$${index + 1}::${databaseTypes[columns[name] ?? 'text']}`
    const [short, long] = splitByLength(rows)
    if (short.length > 0) {
      const arrays = names.map((name, index) => `${parameter(name, index)}[]`)
      await insert(
        `select * from unnest(${arrays.join(', ')})`,
        names.map((name) => short.map((row) => row[name] ?? null)),
      )
    }
    for (const row of long) {
      await insert(
        `values (${names.map(parameter).join(', ')})`,
        names.map((name) => row[name] ?? null),
      )
    }
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text)
  }
}

const databaseTypes = { integer: 'bigint', text: 'text', json: 'json' } as const

/** From this length, escaping a text as an element of an array takes too long. */
const longText = 20_000

function splitByLength(rows: readonly Row[]): [short: Row[], long: Row[]] {
  const [short, long]: [Row[], Row[]] = [[], []]
  for (const row of rows) {
    const isLong = Object.values(row).some(
      (value) => typeof value === 'string' && value.length >= longText,
    )
    ;(isLong ? long : short).push(row)
  }
  return [short, long]
}

interface Statement {
  readonly text: string
  readonly name?: string
}

const statementByChunks = new WeakMap<readonly string[], Statement>()

function statementOf(query: Sql): Statement {
  const cached = statementByChunks.get(query.chunks)
  if (cached) return cached
  const created = named(numberedText(query))
  if (areReused(query.chunks)) statementByChunks.set(query.chunks, created)
  return created
}

const statements = new Map<string, Statement>()
const namedStatements = 1000

/** A named statement keeps its plan on the server; texts beyond the first thousand stay unnamed. */
function named(text: string): Statement {
  const cached = statements.get(text)
  if (cached) return cached
  if (statements.size >= namedStatements) return { text }
  const created = { text, name: `octavo_${statements.size}` }
  statements.set(text, created)
  return created
}
