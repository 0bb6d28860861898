/** Counts the SQL statements of a request outside the server's code: in SQLite or in PostgreSQL. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import pg from 'pg'
import type { DataSet } from './data-sets.ts'
import { requestText, startLoadGenerator, type LoadGenerator } from './load.ts'
import { requestsOf } from './measure-reads.ts'
import { startOctavo, type Keys, type OctavoTarget } from './octavo-target.ts'
import { octavoCreation, readQueriesOf, readNames } from './operations.ts'

/** Returns the number of statements so far. */
type Counter = () => Promise<number>

const readCount = 200
const createCount = 50

/** Counts only after a warm-up of equal requests, so that caches are filled. */
export async function countStatements(set: DataSet, keys: Keys): Promise<Record<string, number>> {
  const { database } = set.address
  const postgres = database === undefined ? undefined : await openCounting(database)
  const preload = new URL('statement-counter.ts', import.meta.url).href
  const environment: Record<string, string> = postgres
    ? {}
    : { NODE_OPTIONS: `--import ${preload}` }
  const target = await startOctavo(set.address, { workers: 1, key: keys.draft, environment })
  const load = startLoadGenerator()
  try {
    const counter = postgres?.counter ?? sqliteCounter(target)
    return await countAll({ target, load, counter }, set, keys)
  } finally {
    await Promise.all([load.stop(), target.stop()])
    await postgres?.end()
  }
}

interface Counting {
  target: OctavoTarget
  load: LoadGenerator
  counter: Counter
}

async function countAll(
  { target, load, counter }: Counting,
  { size, isCopy }: DataSet,
  keys: Keys,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const countPerRequest = async (requests: readonly string[]): Promise<number> => {
    const before = await counter()
    const until = 'all requests sent'
    await load.run({ port: target.port, connections: 1, until, requests, isSteady: false })
    return ((await counter()) - before) / requests.length
  }
  for (const name of readNames) {
    const readQueries = readQueriesOf(name, size, readCount * 2)
    const many =
      readQueries.length > 1
        ? readQueries
        : Array.from({ length: readCount * 2 }, () => readQueries[0] ?? { article: 1 })
    await countPerRequest(requestsOf(many.slice(0, readCount), keys.draft))
    const count = await countPerRequest(requestsOf(many.slice(readCount), keys.draft))
    counts[name] = Math.round(count * 10) / 10
  }
  if (isCopy) {
    const headers = { 'X-SERVICE-API-KEY': keys.draft }
    const creation = requestText({ method: 'POST', headers, ...octavoCreation() })
    counts['W1'] =
      Math.round(
        (await countPerRequest(Array.from({ length: createCount }, () => creation))) * 10,
      ) / 10
  }
  return counts
}

function sqliteCounter({ server }: OctavoTarget): Counter {
  return async () => {
    const errors = server.child.stderr as Readable
    const reply = once(errors, 'data')
    server.child.kill('SIGUSR2')
    const [chunk] = (await reply) as [Buffer]
    return Number(/statements: (\d+)/.exec(String(chunk))?.[1])
  }
}

/** Starts counting the statements of one PostgreSQL database. */
async function openCounting(url: string): Promise<{ counter: Counter; end(): Promise<void> }> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client(Object.assign(new URL(url), { pathname: 'postgres' }).href)
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  await client.query(`alter database ${name} set pg_stat_statements.track = 'top'`)
  return {
    async counter() {
      const { rows } = await client.query<{ calls: string | null }>(
        `select sum(calls) as calls from pg_stat_statements
          where dbid = (select oid from pg_database where datname = $1)`,
        [name],
      )
      return Number(rows[0]?.calls)
    },
    async end() {
      await client.query(`alter database ${name} reset pg_stat_statements.track`)
      await client.end()
    },
  }
}
