/**
 * `npm run bench:write -- [--items 500] [--database sqlite|postgres]`
 *
 * Compares creating items (10 fields, 2 KB of flexible text, published) through the use case of the API
 * with inserting the same rows with plain statements into a new database of the same kind. Both use one
 * durable transaction per item. The result is the ratio.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureRoot } from '../packages/server/src/content/roots.ts'
import { cachedSchemas } from '../packages/server/src/store/cache/schemas.ts'
import { createItem, type WriteContext } from '../packages/server/src/content/write.ts'
import { unboundedParser } from '../packages/server/src/text/text-parser.ts'
import { applySchema } from '../packages/server/src/modeling/apply.ts'
import { sourceOfValue } from '../packages/server/src/modeling/source.ts'
import { openStore, type StoreAddress } from '../packages/server/src/store/open-store.ts'
import { freshPostgresSchema, startOwnPostgres } from '../packages/server/src/testing/postgres.ts'
import { importLine, importSchema } from './import-items.ts'
import { postgresCopy, sqliteCopy, type RawCopy } from './raw-copy.ts'

const { values: given } = parseArgs({
  options: { items: { type: 'string', default: '500' }, database: { type: 'string' } },
})
const count = Number(given.items)
const folder = mkdtempSync(join(tmpdir(), 'octavo-write-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

if (given.database !== 'postgres') await measureSqlite()
if (given.database !== 'sqlite') await measurePostgres()

async function measureSqlite(): Promise<void> {
  const source = { dataFolder: join(folder, 'source'), database: undefined }
  const target = { dataFolder: join(folder, 'target'), database: undefined }
  const fileOf = ({ dataFolder }: StoreAddress): string => join(dataFolder, 'octavo.db')
  const created = await create(source)
  await prepare(target)
  print('sqlite', created, await insertRows(sqliteCopy(fileOf(source), fileOf(target))))
}

async function measurePostgres(): Promise<void> {
  const postgres = await startOwnPostgres()
  const source = await freshPostgresSchema(postgres.url)
  const target = await freshPostgresSchema(postgres.url)
  const created = await create({ dataFolder: folder, database: source })
  await prepare({ dataFolder: folder, database: target })
  print('postgres', created, await insertRows(await postgresCopy(source, target)))
  await postgres.stop()
}

/** A store with the schema and no items. */
async function prepare(address: StoreAddress): Promise<WriteContext & { rootId: number }> {
  const store = await openStore(address)
  await ensureRoot(store)
  const [root] = await store.read((tx) => tx.roots.list())
  const rootId = root?.id ?? 0
  const context = { store, schemas: cachedSchemas(), texts: unboundedParser, now: Date.now }
  const source = sourceOfValue(importSchema('flexible'))
  const options = { isPrune: false, isDryRun: false, isConfirmed: false, actor: 'bench' }
  await applySchema(context, { rootId, source, ...options })
  return { ...context, rootId }
}

async function create(address: StoreAddress): Promise<number[]> {
  const { rootId, ...context } = await prepare(address)
  const schema = await context.store.read((tx) => context.schemas.in(tx, rootId))
  const times: number[] = []
  for (let id = 1; id <= count; id++) {
    const { fields } = JSON.parse(importLine(id, 'flexible')) as { fields: Record<string, unknown> }
    const references = id === 1 ? { previous: null, related: null } : {}
    const started = performance.now()
    await createItem(context, {
      rootId,
      spaceId: schema.parentSpace.id,
      actor: 'bench',
      model: 'article',
      stage: 'published',
      body: { fields: { ...fields, ...references } },
      textFormat: 'portable_html',
      allowsMultiselect: true,
    })
    times.push(performance.now() - started)
  }
  await context.store.close()
  return times
}

async function insertRows(copy: RawCopy): Promise<number[]> {
  const times: number[] = []
  for (let id = 1; id <= count; id++) {
    const rows = await copy.read(id, id)
    const started = performance.now()
    await copy.write(rows)
    times.push(performance.now() - started)
  }
  await copy.close()
  return times
}

function print(kind: string, created: number[], bare: number[]): void {
  const [ours, raw] = [median(created), median(bare)]
  console.log(
    `${kind}: create ${ours.toFixed(2)} ms, bare inserts ${raw.toFixed(2)} ms, ratio ${(ours / raw).toFixed(2)}`,
  )
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
