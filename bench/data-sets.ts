/**
 * Data sets by size, created once and stored in the `--data` folder. Runs write to a copy. Sets that are
 * too large to copy are read-only.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type StoreAddress } from '../packages/server/src/store/open-store.ts'
import type { Store } from '../packages/server/src/store/store.ts'
import { addArticles, findPublication, createPublication } from './articles.ts'
import { postgresStorage } from './postgres-storage.ts'
import { sqliteStorage } from './sqlite-storage.ts'
import type { DataSetStorage } from './data-set-storage.ts'

export type DatabaseKind = Store['kind']

export interface DataSet {
  address: StoreAddress
  size: number
  bytes: number
  /** Whether a run can write to it. */
  isCopy: boolean
  end(): Promise<void>
}

export interface DataSets {
  open(size: number): Promise<DataSet>
  close(): Promise<void>
}

const largestCopy = 200_000

export async function openDataSets(
  kind: DatabaseKind,
  { folder, sizes }: { folder: string | undefined; sizes: readonly number[] },
): Promise<DataSets> {
  const place = folder ?? (await createFolder())
  const storage = kind === 'sqlite' ? sqliteStorage(place) : await postgresStorage(place)
  return {
    async open(size) {
      const name = nameOf(size)
      if (!(await storage.has(name))) await createDataSet(storage, kind, size, sizes)
      const bytes = await storage.bytes(name)
      if (size > largestCopy) {
        return { address: storage.address(name), size, bytes, isCopy: false, end: async () => {} }
      }
      const copy = `run_${process.pid}_${size}`
      await storage.copy(name, copy)
      const end = (): Promise<void> => storage.remove(copy)
      return { address: storage.address(copy), size, bytes, isCopy: true, end }
    },
    async close() {
      await storage.close()
      if (folder === undefined) await rm(place, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL may run as another user, who needs access to the folder. */
async function createFolder(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  await chmod(place, 0o711)
  return place
}

/** Starts from the largest smaller set, if there is one. */
async function createDataSet(
  storage: DataSetStorage,
  kind: DatabaseKind,
  size: number,
  sizes: readonly number[],
): Promise<void> {
  const draft = `making_${process.pid}_${size}`
  const made = await largestSmaller(storage, size, sizes)
  if (made === 0) await storage.create(draft)
  else await storage.copy(nameOf(made), draft)
  const store = await openStore(storage.address(draft))
  const schema = made === 0 ? await createPublication(store) : await findPublication(store)
  const started = Date.now()
  await addArticles(store, schema, made + 1, size)
  const seconds = (Date.now() - started) / 1000
  await store.refreshStatistics()
  await store.close()
  await storage.finish(draft, nameOf(size))
  const rate = Math.round((size - made) / seconds)
  console.error(`${kind}: created ${size} articles, ${rate} a second after the first ${made}`)
}

async function largestSmaller(
  storage: DataSetStorage,
  size: number,
  sizes: readonly number[],
): Promise<number> {
  for (const smaller of sizes.toSorted((a, b) => b - a)) {
    if (smaller < size && (await storage.has(nameOf(smaller)))) return smaller
  }
  return 0
}

/** The name has a hash of the data set's sources and of the migrations. */
const migrations = '../packages/server/src/store/migrations/migrations.ts'
function nameOf(size: number): string {
  const hash = createHash('sha256')
  for (const source of ['article-values.ts', 'articles.ts', migrations]) {
    hash.update(readFileSync(new URL(source, import.meta.url)))
  }
  return `articles_${size}_${hash.digest('hex').slice(0, 8)}`
}
