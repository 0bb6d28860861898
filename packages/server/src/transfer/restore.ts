import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { deriveItem } from '../content/derive.ts'
import { walkItems } from '../modeling/walk.ts'
import type { DerivedChange } from '../store/derived.ts'
import { claimKey } from '../store/records.ts'
import { idKinds, type WriteTransaction } from '../store/store.ts'
import type { Spool } from '../media/spool.ts'
import type { BackupContext } from './backup.ts'
import type { BackupManifest } from './backup-format.ts'
import { BadBackup, visitBackup, type BackupVisitor } from './read-backup.ts'

export interface RestoreContext extends BackupContext {
  /** Holds a media file until it is complete. */
  readonly spool: Pick<Spool, 'receive'>
}

export interface RestoreRequest {
  path: string
  /** Deletes the existing data. */
  replaces: boolean
  onProgress?(step: RestoreStep, done: number): void
}

export type RestoreStep = 'check' | 'restore' | 'derive' | 'files'

/** Restores a complete backup or nothing. Checks all checksums and rows before it changes anything. */
export async function restoreBackup(
  { store, mediaStorage, spool, now }: RestoreContext,
  { path, replaces, onProgress }: RestoreRequest,
): Promise<void> {
  const tables = await store.read((tx) => Promise.resolve(tx.tables.names))
  const visit = async (visitor: Omit<BackupVisitor, 'scratch'>): Promise<BackupManifest> => {
    const scratch = store.openScratch()
    try {
      return await visitBackup(path, tables, { ...visitor, scratch })
    } finally {
      scratch.close()
    }
  }
  const manifest = await visit({ onProgress: (bytes) => onProgress?.('check', bytes) })
  await store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    const isEmpty = await tx.tables.isEmpty()
    if (!isEmpty && !replaces) {
      throw new Refusal(
        'badRequest',
        'the database is not empty. Restore into an empty one, or add --yes to delete the existing data.',
      )
    }
    await tx.tables.clear()
    await raiseCounters(tx, manifest)
    let deriving: Promise<void> | undefined
    // Files come after all rows and are not rolled back, so derive first: that can fail.
    const derive = (): Promise<void> =>
      (deriving ??= deriveAll(tx, path, (items) => onProgress?.('derive', items)))
    await visit({
      onRows: (table, rows) => tx.tables.insertRows(table, rows),
      async onFile(_, chunks) {
        await derive()
        await spool.receive(chunks, (file) => mediaStorage.addFile(file))
      },
      onProgress: (bytes) => onProgress?.(deriving ? 'files' : 'restore', bytes),
    })
    await derive()
    await disableWebhooks(tx, now())
    await announce(tx, isEmpty, now())
  })
}

async function raiseCounters(tx: WriteTransaction, { counters }: BackupManifest): Promise<void> {
  for (const kind of idKinds) {
    const highest = counters[kind] ?? 0
    if (highest > 0) await tx.ids.raise(kind, highest)
  }
}

async function deriveAll(
  tx: WriteTransaction,
  path: string,
  onProgress: (items: number) => void,
): Promise<void> {
  let count = 0
  for (const { id: rootId } of await tx.roots.list()) {
    const schema = indexSchema(await tx.roots.load(rootId))
    for await (const items of walkItems(tx, { rootId })) {
      const changes = items.map((item) => ({ item, derived: deriveItem(schema, item) }))
      await requireUnclaimed(tx, changes, path)
      await tx.derived.save(changes, { isNew: true })
      onProgress((count += items.length))
    }
  }
}

/** Throws if two published items have the same value in a unique field. */
async function requireUnclaimed(
  tx: WriteTransaction,
  changes: readonly DerivedChange[],
  path: string,
): Promise<void> {
  const own = new Map<string, number>()
  const claims = changes.flatMap(({ derived }) => derived.claims)
  if (claims.length === 0) return
  for (const { itemId, ...claim } of await tx.derived.claimants(claims))
    own.set(claimKey(claim), itemId)
  for (const { item, derived } of changes) {
    for (const claim of derived.claims) {
      const other = own.get(claimKey(claim))
      if (other !== undefined) {
        throw new BadBackup(
          `cannot restore ${path}: items ${other} and ${item.id} have the same value in the unique field ${claim.fieldId}. Nothing was changed. Use another backup.`,
        )
      }
      own.set(claimKey(claim), item.id)
    }
  }
}

/**
 * Backups have no secrets to sign with. A copy of an installation must not send events of the original,
 * either.
 */
async function disableWebhooks(tx: WriteTransaction, at: number): Promise<void> {
  for (const { id } of await tx.webhooks.list()) await tx.webhooks.disable(id, 'restored', at)
}

/** Makes running servers drop their caches. */
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
