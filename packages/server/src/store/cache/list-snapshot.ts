/**
 * The ids of a complete list, updated after changes: only the changed items are checked for whether and
 * where they are in the list now.
 */
import { withCondition, type Selection } from '../../query/tree.ts'
import type { Entry, Reading } from '../reading.ts'
import { sumOf } from '../versions/versions.ts'
import type { Versions } from '../store.ts'

export type Ids = Uint32Array | Float64Array

export interface ListSnapshot {
  readonly ids: Ids
  /** Cost of reading the list again, in rows to visit. */
  readonly cost: number
  /** Versions of the models that the list depends on, in the same order. */
  readonly versions: readonly number[]
  /** Their sum: versions only grow, so an equal sum means that all of them are equal. */
  readonly version: number
}

/** Up to this number of changes, an update is never more expensive than reading the list again. */
const fewChanges = 16
const maxChanges = 1_000
/** Cost of checking a changed item, in rows. */
const costOfChange = 8
/** Each of these items needs a statement to find its position. */
const maxPlaced = 8

export function listOf(
  selection: Selection,
  { ids, cost }: { ids: readonly number[]; cost: number },
  versions: Versions,
): ListSnapshot {
  return { ids: packed(ids), cost, ...versionsFor(selection, versions) }
}

function versionsFor(
  { dependsOn }: Selection,
  versions: Versions,
): Pick<ListSnapshot, 'versions' | 'version'> {
  return { versions: dependsOn.map((id) => versions.of(id)), version: sumOf(versions, dependsOn) }
}

/** Uses four bytes for each id if all ids fit. */
export function packed(ids: readonly number[]): Ids {
  return ids.every(fits) ? Uint32Array.from(ids) : Float64Array.from(ids)
}

function fits(id: number): boolean {
  return id < 2 ** 32
}

/** Updates the list after changes. Undefined if reading it again is cheaper, or the only way. */
export async function updateList(
  list: ListSnapshot,
  selection: Selection,
  versions: Versions,
  reading: Pick<Reading, 'page' | 'neighbours'>,
  onEntry: (entry: Entry) => void,
): Promise<ListSnapshot | undefined> {
  const changed = changedItems(list, selection, versions)
  if (!changed) return undefined
  const narrowed = withCondition(selection, { kind: 'id', ids: [...changed] })
  const { entries } = await reading.page(narrowed, { limit: maxPlaced + 1, offset: 0 })
  if (entries.length > maxPlaced) return undefined
  let ids = without(changed, list.ids)
  for (const entry of entries) {
    onEntry(entry)
    const { prev } = await reading.neighbours(selection, entry.itemId, ['prev'])
    // Preceding items are in their positions already.
    const index = prev ? ids.indexOf(prev.itemId) : -1
    if (prev && index === -1) return undefined
    ids = withInserted(ids, index + 1, entry.itemId)
  }
  return { ...list, ids, ...versionsFor(selection, versions) }
}

function without(changed: ReadonlySet<number>, ids: Ids): Ids {
  const isTouched = changed.values().some((id) => ids.includes(id))
  return isTouched ? ids.filter((id) => !changed.has(id)) : ids
}

function withInserted(ids: Ids, index: number, id: number): Ids {
  const Longer = ids instanceof Uint32Array && fits(id) ? Uint32Array : Float64Array
  const longer = new Longer(ids.length + 1)
  longer.set(ids.subarray(0, index))
  longer[index] = id
  longer.set(ids.subarray(index), index + 1)
  return longer
}

function changedItems(
  { ids, cost, versions: before }: ListSnapshot,
  { dependsOn, reaches }: Selection,
  versions: Versions,
): ReadonlySet<number> | undefined {
  const affordable = Math.max(cost, ids.length) / costOfChange
  const limit = Math.min(maxChanges, Math.max(fewChanges, affordable))
  const changed = new Set<number>()
  for (const [index, modelId] of dependsOn.entries()) {
    const since = before[index] ?? 0
    if (versions.of(modelId) === since) continue
    // Changed items of this model decide whether other items match.
    if (reaches.includes(modelId)) return undefined
    const items = versions.changedSince(modelId, since, limit - changed.size)
    if (!items) return undefined
    for (const id of items) changed.add(id)
  }
  return changed
}
