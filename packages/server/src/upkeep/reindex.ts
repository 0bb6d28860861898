/** Rebuilds derived data. Servers may keep running. */
import { setImmediate } from 'node:timers/promises'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import type { Store, WriteTransaction } from '../store/store.ts'
import { examineItems, type ItemFault } from './examine-items.ts'
import { everyItem } from './item-walk.ts'
import { everyMedia } from './media-walk.ts'

export interface ReindexRequest {
  onProgress?(items: number, total: number): void
  /** Called for each repaired subject, such as `item 5`. */
  onRepaired?(subject: string, reasons: readonly string[]): void
}

export interface ReindexResult {
  items: number
  repaired: number
  /** Deleted items, documents and media whose rows were removed. */
  orphans: number
}

export async function reindexAll(
  context: ContentContext,
  request: ReindexRequest = {},
): Promise<ReindexResult> {
  const result = { ...(await reindexItems(context, request)), orphans: 0 }
  result.repaired += await reindexMedia(context.store, request)
  result.orphans = await removeOrphans(context)
  if (await recount(context)) {
    request.onRepaired?.('totals of lists', ['wrong counts'])
    result.repaired++
  }
  return result
}

interface ItemsRequest extends ReindexRequest {
  /** Items that are checked at a time. */
  batch?: number
  signal?: AbortSignal
}

/** Rebuilds the derived data of items, until the signal. */
export async function reindexItems(
  context: ContentContext,
  request: ItemsRequest = {},
): Promise<Pick<ReindexResult, 'items' | 'repaired'>> {
  const result = { items: 0, repaired: 0 }
  const onProgress = (items: number, total: number): void => {
    result.items = items
    request.onProgress?.(items, total)
  }
  const { signal, ...options } = { ...request, onProgress }
  // The first check takes no locks. Only items with faults are locked, checked again and repaired.
  for await (const { rootId, result: faults } of everyItem(context, examineItems, options)) {
    const suspects = faults.map(({ item }) => item.id)
    if (suspects.length > 0) {
      result.repaired += await repair(context, rootId, suspects, request)
    }
    if (signal?.aborted) break
    // A server responds in between.
    await setImmediate()
  }
  return result
}

async function repair(
  context: ContentContext,
  rootId: number,
  suspects: readonly number[],
  request: ReindexRequest,
): Promise<number> {
  const faults = await context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const found = await examineItems(tx, schema, await tx.items.load(suspects))
    await rewrite(tx, schema, found, context.now())
    return found
  })
  for (const { item, reasons } of faults) request.onRepaired?.(`item ${item.id}`, reasons)
  return faults.length
}

async function rewrite(
  tx: WriteTransaction,
  schema: Schema,
  faults: readonly ItemFault[],
  at: number,
): Promise<void> {
  if (faults.length === 0) return
  const refreshed = faults.filter(({ item, stored }) => item !== stored).map(({ item }) => item)
  if (refreshed.length > 0) await tx.items.update(refreshed)
  const before = await tx.derived.entries(faults.map(({ item }) => item.id))
  const after = await tx.derived.replace(faults)
  const scopesBefore = Map.groupBy(before, (entry) => entry.itemId)
  await tx.changes.append(
    faults.map(({ item }) => {
      const scopes = (scopesBefore.get(item.id) ?? []).map((entry) => entry.scope)
      return {
        at,
        rootId: schema.root.id,
        kind: 'item',
        subjectId: item.id,
        modelId: item.modelId,
        actor: 'cli',
        action: 'reindex',
        scopes: [...new Set([...scopes, ...(after.get(item.id) ?? []).map(({ scope }) => scope)])],
      }
    }),
  )
}

/** Returns whether counts were wrong. */
async function recount({ store }: ContentContext): Promise<boolean> {
  if ((await store.read((tx) => tx.derived.miscounts())) === 0) return false
  await store.write((tx) => tx.derived.recount())
  return true
}

async function removeOrphans({ store }: ContentContext): Promise<number> {
  const some = await store.read((tx) => tx.derived.orphans(1))
  const media = await store.read((tx) => tx.media.orphans(1))
  if (some.length + media.length === 0) return 0
  return store.write(
    async (tx) =>
      (some.length > 0 ? await tx.derived.removeOrphans() : 0) + (await tx.media.removeOrphans()),
  )
}

/** Repairs wrong search texts of media, until the signal. Returns the number of repaired media. */
export async function reindexMedia(
  store: Store,
  request: Pick<ItemsRequest, 'onRepaired' | 'signal'>,
): Promise<number> {
  let repaired = 0
  for await (const { misfits } of everyMedia(store)) {
    if (request.signal?.aborted) break
    // A server responds in between.
    await setImmediate()
    if (misfits.length === 0) continue
    const done = await store.write(async (tx) => {
      // `load` locks the rows. Check again: they may have been saved in the meantime.
      const media = await tx.media.load(misfits)
      const wrong = await tx.media.misfits(media)
      for (const one of media.filter(({ id }) => wrong.includes(id))) await tx.media.update(one)
      return wrong
    })
    for (const id of done) request.onRepaired?.(`media ${id}`, ['wrong search texts'])
    repaired += done.length
  }
  return repaired
}
