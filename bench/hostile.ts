/**
 * `npm run bench:hostile -- [--database sqlite|postgres] [--only NAME,…] [--seconds 10] [--items N]`
 *
 * Attacks a server and measures how long other clients wait meanwhile: a cached read and `/health`, each
 * on its own connection, first without the attack and then during it. Everything runs on the loopback
 * address, and each attack is bounded in time and requests. Exits with 1 if an attack delays other
 * clients by more than 100 ms (p99).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freshPostgresSchema, startOwnPostgres } from '../packages/server/src/testing/postgres.ts'
import type { DatabaseKind } from './data-sets.ts'
import { startProcess } from './worker-process.ts'
import type { AttackMessage } from './hostile/attack-process.ts'
import type { Tally } from './hostile/clients.ts'
import { attacks } from './hostile/attacks.ts'
import { measureAttack, type Measured } from './hostile/measure-attack.ts'
import { printAttacks, printVerdict } from './hostile/print.ts'
import { startProber } from './hostile/probe.ts'
import { createWorld } from './hostile/world.ts'
import { listed } from './listed.ts'
import { postgresSettings } from './postgres-storage.ts'

const databases = ['sqlite', 'postgres'] as const
const names = attacks.map(({ name }) => name)
const usualItems = { sqlite: 3_000, postgres: 30_000 } satisfies Record<DatabaseKind, number>

const { values: given } = parseArgs({
  options: {
    database: { type: 'string', default: databases.join() },
    only: { type: 'string', default: names.join() },
    seconds: { type: 'string', default: '10' },
    items: { type: 'string' },
  },
})
/** The attacked server was killed, but PostgreSQL may still run its statements. */
const endStatements = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

const seconds = positive(given.seconds, 'seconds')
const chosen = new Set(listed(given.only, names, 'only'))
const all: Measured[] = []
const prober = startProber()
const attacker = startProcess<AttackMessage, Tally>('hostile/attack-process.ts')
try {
  for (const kind of listed(given.database, databases, 'database')) {
    const items = given.items === undefined ? usualItems[kind] : positive(given.items, 'items')
    const measured = await measureDatabase(kind, items)
    printAttacks(`${kind}, ${items} items`, measured)
    all.push(...measured)
  }
  if (!printVerdict(all)) process.exitCode = 1
} finally {
  await Promise.all([prober.stop(), attacker.stop()])
}

async function measureDatabase(kind: DatabaseKind, items: number): Promise<Measured[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  const postgres =
    kind === 'sqlite' ? undefined : await startOwnPostgres({ settings: postgresSettings })
  try {
    const database = postgres && (await freshPostgresSchema(postgres.url))
    const world = await createWorld({ dataFolder, database }, items)
    if (database !== undefined) await runStatement(database, 'vacuum (analyze)')
    const measured: Measured[] = []
    for (const attack of attacks.filter(({ name }) => chosen.has(name))) {
      console.error(`${kind}: ${attack.name}`)
      measured.push(await measureAttack(attack, world, { prober, attacker }, seconds))
      if (database !== undefined) await runStatement(database, endStatements)
    }
    return measured
  } finally {
    await postgres?.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function positive(text: string, option: string): number {
  const number = Number(text)
  if (number > 0) return number
  throw new Error(`--${option} takes a number above 0, not "${text}"`)
}
