/**
 * The ids of a whole list, kept over changes: only the items that changed are asked whether they are in it
 * now, and where.
 */
import { withCondition, type Selection } from '../../query/tree.ts'
import type { Entry, Reading } from '../reading.ts'
import type { Versions } from '../versions/versions.ts'

export type Ids = Uint32Array | Float64Array

export interface KnownList {
  readonly ids: Ids
  /** What it takes to find it anew, in rows to look at. */
  readonly cost: number
  /** Of the models that the list depends on, in their order, when it was so. */
  readonly versions: readonly number[]
}

/** So many changes cost no more than to find any list anew. */
const fewChanges = 16
const mostChanges = 1_000
/** What it takes to ask a changed item, in rows. */
const costOfChange = 8
/** Each takes a statement to find its place. */
const mostPlaced = 8

export function listOf(
  selection: Selection,
  { ids, cost }: { ids: readonly number[]; cost: number },
  versions: Versions,
): KnownList {
  return { ids: packed(ids), cost, versions: versionsFor(selection, versions) }
}

function versionsFor({ dependsOn }: Selection, versions: Versions): number[] {
  return dependsOn.map((id) => versions.of(id))
}

/** In as few bytes as the largest lets them have. */
export function packed(ids: readonly number[]): Ids {
  return ids.every(fits) ? Uint32Array.from(ids) : Float64Array.from(ids)
}

function fits(id: number): boolean {
  return id < 2 ** 32
}

export function isUpToDate(list: KnownList, { dependsOn }: Selection, versions: Versions): boolean {
  return dependsOn.every((id, index) => versions.of(id) === list.versions[index])
}

/** Undefined where finding it anew is the shorter way, or the only one. */
export async function renewList(
  list: KnownList,
  selection: Selection,
  versions: Versions,
  reading: Pick<Reading, 'page' | 'neighbours'>,
  onEntry: (entry: Entry) => void,
): Promise<KnownList | undefined> {
  const changed = changedItems(list, selection, versions)
  if (!changed) return undefined
  const narrowed = withCondition(selection, { kind: 'id', ids: [...changed] })
  const { entries } = await reading.page(narrowed, { limit: mostPlaced + 1, offset: 0 })
  if (entries.length > mostPlaced) return undefined
  let ids = without(changed, list.ids)
  for (const entry of entries) {
    onEntry(entry)
    const { prev } = await reading.neighbours(selection, entry.itemId, ['prev'])
    // Those before it are in their places already.
    const index = prev ? ids.indexOf(prev.itemId) : -1
    if (prev && index === -1) return undefined
    ids = withInserted(ids, index + 1, entry.itemId)
  }
  return { ...list, ids, versions: versionsFor(selection, versions) }
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
  { ids, cost, versions: before }: KnownList,
  { dependsOn, reaches }: Selection,
  versions: Versions,
): ReadonlySet<number> | undefined {
  const spared = Math.max(cost, ids.length) / costOfChange
  const most = Math.min(mostChanges, Math.max(fewChanges, spared))
  const changed = new Set<number>()
  for (const [index, modelId] of dependsOn.entries()) {
    const since = before[index] ?? 0
    if (versions.of(modelId) === since) continue
    // What an item refers to decides whether others match.
    if (reaches.includes(modelId)) return undefined
    const items = versions.changedSince(modelId, since, most - changed.size)
    if (!items) return undefined
    for (const id of items) changed.add(id)
  }
  return changed
}
