import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { deriveItem } from '../content/derive.ts'
import type { MediaStorage } from '../media/storage.ts'
import { idKinds, type Store, type WriteTransaction } from '../store/store.ts'
import type { BackupManifest } from './backup-format.ts'
import { visitBackup } from './read-backup.ts'

export interface RestoreContext {
  store: Store
  mediaStorage: MediaStorage
  now(): number
}

export interface RestoreRequest {
  path: string
  /** Throws away what is there. */
  replaces: boolean
  onProgress?(step: RestoreStep, done: number): void
}

export type RestoreStep = 'check' | 'restore' | 'derive'

/** All of a backup or nothing: every checksum is tried before anything is changed. */
export async function restoreBackup(
  { store, mediaStorage, now }: RestoreContext,
  { path, replaces, onProgress }: RestoreRequest,
): Promise<void> {
  const tables = await store.read((tx) => Promise.resolve(tx.tables.names))
  await visitBackup(path, tables, { onProgress: (bytes) => onProgress?.('check', bytes) })
  await store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    const isEmpty = await tx.tables.isEmpty()
    if (!isEmpty && !replaces) {
      throw new Refusal(
        'badRequest',
        'there is content here already. Restore into an empty place, or pass --yes to throw away what is here.',
      )
    }
    await tx.tables.clear()
    const manifest = await visitBackup(path, tables, {
      onRows: (table, rows) => tx.tables.insertRows(table, rows),
      onFile: async (_, bytes) => void (await mediaStorage.add(bytes)),
      onProgress: (bytes) => onProgress?.('restore', bytes),
    })
    await raiseCounters(tx, manifest)
    await deriveAll(tx, (items) => onProgress?.('derive', items))
    await announce(tx, isEmpty, now())
  })
}

async function raiseCounters(tx: WriteTransaction, { counters }: BackupManifest): Promise<void> {
  for (const kind of idKinds) {
    const highest = counters[kind]
    if (highest > 0) await tx.ids.raise(kind, highest)
  }
}

const batchSize = 200

async function deriveAll(tx: WriteTransaction, onProgress: (items: number) => void): Promise<void> {
  let count = 0
  for (const { id: rootId } of await tx.roots.list()) {
    const schema = indexSchema(await tx.roots.load(rootId))
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const items = await tx.items.after({ rootId }, lastId, batchSize)
      const changes = items.map((item) => ({ item, derived: deriveItem(schema, item) }))
      if (changes.length > 0) await tx.derived.save(changes, { isNew: true })
      lastId = items.at(-1)?.id
      onProgress((count += items.length))
    }
  }
}

/** Servers that run on what was here learn that everything is another now. */
async function announce(tx: WriteTransaction, wasEmpty: boolean, at: number): Promise<void> {
  if (wasEmpty) return
  for (const { id: rootId } of await tx.roots.list()) {
    await tx.roots.save(await tx.roots.load(rootId))
    await tx.changes.append([
      {
        at,
        rootId,
        kind: 'schema',
        subjectId: rootId,
        modelId: null,
        actor: 'cli',
        action: 'restore',
        scopes: [],
      },
    ])
  }
}
