/**
 * Data sets by size, made once and kept where `--data` says. What a run writes goes to a copy, except
 * where a copy would be too large: such a set is read only.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type StoreAddress } from '../packages/server/src/store/open-store.ts'
import type { Store } from '../packages/server/src/store/store.ts'
import { addArticles, findPublication, makePublication } from './articles.ts'
import { postgresShelf } from './shelf-postgres.ts'
import { sqliteShelf } from './shelf-sqlite.ts'
import type { Shelf } from './shelf.ts'

export type DatabaseKind = Store['kind']

export interface DataSet {
  address: StoreAddress
  size: number
  bytes: number
  /** Whether a run may add to it. */
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
  const place = folder ?? (await makePlace())
  const shelf = kind === 'sqlite' ? sqliteShelf(place) : await postgresShelf(place)
  return {
    async open(size) {
      const name = nameOf(size)
      if (!(await shelf.has(name))) await make(shelf, kind, size, sizes)
      const bytes = await shelf.bytes(name)
      if (size > largestCopy) {
        return { address: shelf.address(name), size, bytes, isCopy: false, end: async () => {} }
      }
      const copy = `run_${process.pid}_${size}`
      await shelf.copy(name, copy)
      const end = (): Promise<void> => shelf.remove(copy)
      return { address: shelf.address(copy), size, bytes, isCopy: true, end }
    },
    async close() {
      await shelf.close()
      if (folder === undefined) await rm(place, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL may run as another user, who must be able to go through the folder. */
async function makePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  await chmod(place, 0o711)
  return place
}

/** Goes on from the largest smaller set, where there is one. */
async function make(
  shelf: Shelf,
  kind: DatabaseKind,
  size: number,
  sizes: readonly number[],
): Promise<void> {
  const draft = `making_${process.pid}_${size}`
  const made = await largestSmaller(shelf, size, sizes)
  if (made === 0) await shelf.create(draft)
  else await shelf.copy(nameOf(made), draft)
  const store = await openStore(shelf.address(draft))
  const schema = made === 0 ? await makePublication(store) : await findPublication(store)
  const started = Date.now()
  await addArticles(store, schema, made + 1, size)
  const seconds = (Date.now() - started) / 1000
  await store.refreshStatistics()
  await store.close()
  await shelf.finish(draft, nameOf(size))
  const rate = Math.round((size - made) / seconds)
  console.error(`${kind}: made ${size} articles, ${rate} a second from ${made}`)
}

async function largestSmaller(
  shelf: Shelf,
  size: number,
  sizes: readonly number[],
): Promise<number> {
  for (const smaller of sizes.toSorted((a, b) => b - a)) {
    if (smaller < size && (await shelf.has(nameOf(smaller)))) return smaller
  }
  return 0
}

/** Another data set, or other tables, make another name. */
const migrations = '../packages/server/src/store/migrations/migrations.ts'
function nameOf(size: number): string {
  const hash = createHash('sha256')
  for (const source of ['article-values.ts', 'articles.ts', migrations]) {
    hash.update(readFileSync(new URL(source, import.meta.url)))
  }
  return `articles_${size}_${hash.digest('hex').slice(0, 8)}`
}
