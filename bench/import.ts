/**
 * `npm run bench:import -- --items 100000 [--database sqlite|postgres] [--body flexible|multiline]`
 *
 * Imports generated items of 2 KB (10 fields, 2 of them references) with `octavo content import`, then
 * inserts the same rows of all tables, with all indexes, into a new database of the same kind with plain
 * multi-row inserts, and prints the ratio of the two rates.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freshPostgresSchema, startOwnPostgres } from '../packages/server/src/testing/postgres.ts'
import { importLine, importSchema } from './import-items.ts'
import { postgresCopy, sqliteCopy, type RawCopy } from './raw-copy.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    database: { type: 'string' },
    body: { type: 'string', default: 'flexible' },
  },
})
const items = Number(values.items)
const body = values.body === 'multiline' ? 'multiline' : 'flexible'
const octavo = fileURLToPath(new URL('../packages/server/bin/octavo.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'items.ndjson')
await writeItems()
console.log(`${items} items, body is ${body}, ${(bytesOf(file) / items).toFixed(0)} bytes per line`)
if (values.database !== 'postgres') await runOnSqlite()
if (values.database !== 'sqlite') await runOnPostgres()

async function writeItems(): Promise<void> {
  const stream = createWriteStream(file)
  for (let id = 1; id <= items; id++) {
    if (!stream.write(`${importLine(id, body)}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

async function runOnSqlite(): Promise<void> {
  const [source, target] = ['source', 'target'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  const imported = await importInto(['--data', source])
  await apply(['--data', target])
  const raw = await rawRate(sqliteCopy(join(source, 'octavo.db'), join(target, 'octavo.db')))
  report('sqlite', imported, raw)
}

async function runOnPostgres(): Promise<void> {
  const postgres = await startOwnPostgres()
  const source = await freshPostgresSchema(postgres.url)
  const target = await freshPostgresSchema(postgres.url)
  const imported = await importInto(['--database', source])
  await apply(['--database', target])
  const raw = await rawRate(await postgresCopy(source, target))
  report('postgres', imported, raw)
  await postgres.stop()
}

interface Imported {
  rate: number
  /** Memory in megabytes at the end of each tenth of the time. */
  memory: number[]
}

async function importInto(place: readonly string[]): Promise<Imported> {
  await apply(place)
  const started = Date.now()
  const child = spawn(process.execPath, [octavo, 'content', 'import', file, ...place], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const samples: number[] = []
  const sampling = setInterval(() => samples.push(residentMegabytes(child.pid ?? 0)), 200)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(sampling)
  if (code !== 0) throw new Error('the import failed')
  const seconds = (Date.now() - started) / 1000
  const tenths = Array.from({ length: 10 }, (_, index) =>
    samples.at(Math.floor(((index + 1) * (samples.length - 1)) / 10)),
  )
  return { rate: items / seconds, memory: tenths.filter((sample) => sample !== undefined) }
}

async function apply(place: readonly string[]): Promise<void> {
  const schemaFile = join(folder, 'schema.json')
  writeFileSync(schemaFile, JSON.stringify(importSchema(body)))
  const child = spawn(process.execPath, [octavo, 'schema', 'apply', schemaFile, ...place], {
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error('the schema was not applied')
}

/** Times only the writes, not the reads. */
async function rawRate(copy: RawCopy): Promise<number> {
  const batch = 1_000
  let seconds = 0
  for (let first = 1; first <= items; first += batch) {
    const rows = await copy.read(first, first + batch - 1)
    const started = performance.now()
    await copy.write(rows)
    seconds += (performance.now() - started) / 1000
  }
  await copy.close()
  return items / seconds
}

function report(database: string, { rate, memory }: Imported, raw: number): void {
  console.log(
    `${database}: import ${rate.toFixed(0)}/s, raw inserts of the same rows ${raw.toFixed(0)}/s, ` +
      `ratio ${(rate / raw).toFixed(2)}; memory over time ${memory.join(', ')} MB`,
  )
}

function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

function bytesOf(path: string): number {
  return readFileSync(path).length
}
