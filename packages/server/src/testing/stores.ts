import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { openStore, type StoreAddress } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { freshPostgresSchema, startTestPostgres, type TestPostgres } from './postgres.ts'
import { freshSqlite } from './template.ts'

export interface TestStore {
  store: Store
  /** For opening the same data a second time. */
  address: StoreAddress
}

/**
 * Runs a suite once for each database. `fresh` opens a new, empty store. All stores are closed and removed
 * when the suite ends.
 */
export function onBothDatabases(
  title: string,
  suite: (fresh: () => Promise<TestStore>, kind: Store['kind']) => void,
): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${title} on ${kind}`, () => {
      let postgres: Promise<TestPostgres> | undefined
      const closing: (() => Promise<unknown>)[] = []

      async function freshAddress(): Promise<StoreAddress> {
        const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
        closing.push(() => rm(dataFolder, { recursive: true, force: true }))
        if (kind === 'sqlite') return freshSqlite(dataFolder)
        postgres ??= startTestPostgres()
        const template = process.env['TEST_DATABASE_TEMPLATE']
        return { dataFolder, database: await freshPostgresSchema((await postgres).url, template) }
      }

      async function fresh(): Promise<TestStore> {
        const address = await freshAddress()
        const store = await openStore(address)
        closing.push(() => store.close())
        return { store, address }
      }

      after(async () => {
        for (const close of closing.toReversed()) await close()
        await (await postgres)?.stop()
      })
      suite(fresh, kind)
    })
  }
}
