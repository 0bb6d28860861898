/**
 * Records which items changed at which version of their model. Values of all other items stay valid. The
 * journal goes back as far as every change is known.
 */
export interface Journal {
  /**
   * Records that a model went from one version to the next; `itemIds` is undefined if the changed items are
   * unknown.
   */
  advance(modelId: number, step: { from: number; to: number }, itemIds?: readonly number[]): void
  /** Whether the item did not change between two versions. False if that is unknown. */
  isUnchanged(modelId: number, itemId: number, span: Span): boolean
  /**
   * Items that changed between two versions, and possibly some that changed later. Undefined if that is
   * unknown, or if there are more than `limit` changes.
   */
  changed(modelId: number, span: Span, limit: number): ReadonlySet<number> | undefined
}

interface Span {
  since: number
  now: number
}

interface ModelHistory {
  /** Every change between these two versions is recorded. */
  from: number
  to: number
  /** Parallel arrays, oldest first. */
  versions: number[]
  itemIds: number[]
  latest: Map<number, number>
}

const defaultMaxPerModel = 10_000

export function createJournal(maxPerModel = defaultMaxPerModel): Journal {
  const histories = new Map<number, ModelHistory>()

  function covering(modelId: number, { since, now }: Span): ModelHistory | undefined {
    const history = histories.get(modelId)
    const isCovered = history && history.from <= since && since <= now && now <= history.to
    return isCovered ? history : undefined
  }

  return {
    advance(modelId, { from, to }, itemIds) {
      const existing = histories.get(modelId)
      const isContinued = itemIds !== undefined && itemIds.length <= maxPerModel
      const history =
        isContinued && existing?.to === from ? existing : emptyAt(isContinued ? from : to)
      histories.set(modelId, history)
      history.to = to
      for (const itemId of isContinued ? itemIds : []) {
        history.versions.push(to)
        history.itemIds.push(itemId)
        history.latest.set(itemId, to)
      }
      if (history.itemIds.length > maxPerModel) shorten(history, maxPerModel / 2)
    },
    isUnchanged(modelId, itemId, span) {
      if (span.since === span.now) return true
      const history = covering(modelId, span)
      return history !== undefined && (history.latest.get(itemId) ?? span.since) <= span.since
    },
    changed(modelId, span, limit) {
      if (span.since === span.now) return new Set()
      const history = covering(modelId, span)
      if (!history) return undefined
      const first = firstAfter(history.versions, span.since)
      return history.itemIds.length - first > limit
        ? undefined
        : new Set(history.itemIds.slice(first))
    },
  }
}

function emptyAt(version: number): ModelHistory {
  return { from: version, to: version, versions: [], itemIds: [], latest: new Map() }
}

/** Drops the oldest complete versions until at most `limit` changes are left. */
function shorten(history: ModelHistory, limit: number): void {
  const last = history.itemIds.length - Math.floor(limit) - 1
  history.from = history.versions[last] ?? history.to
  const first = firstAfter(history.versions, history.from)
  history.versions = history.versions.slice(first)
  history.itemIds = history.itemIds.slice(first)
  const { versions, itemIds } = history
  history.latest = new Map(itemIds.map((itemId, index) => [itemId, versions[index] ?? history.to]))
}

/** Index of the first version greater than this one. */
function firstAfter(versions: readonly number[], version: number): number {
  let low = 0
  let high = versions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((versions[middle] ?? 0) > version) high = middle
    else low = middle + 1
  }
  return low
}
