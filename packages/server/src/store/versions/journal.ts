/**
 * Which items changed at which version of their model. What was read of any other item at an older
 * version still holds; it reaches back as far as every change is known.
 */
export interface Journal {
  /** A model went from one version to the next; undefined where nobody knows what changed. */
  advance(modelId: number, step: { from: number; to: number }, itemIds?: readonly number[]): void
  /** Whether nothing of the item changed between two versions. False where that is not known. */
  isUnchanged(modelId: number, itemId: number, span: Span): boolean
  /**
   * What changed between, and perhaps some that changed later. Undefined where that is not known, or
   * more than `most` changes lie between.
   */
  changed(modelId: number, span: Span, most: number): ReadonlySet<number> | undefined
}

interface Span {
  since: number
  now: number
}

interface Chapter {
  /** Every change after this version is written down, up to that one. */
  from: number
  to: number
  /** Side by side, the oldest first. */
  versions: number[]
  itemIds: number[]
  latest: Map<number, number>
}

const defaultMost = 10_000

export function createJournal(mostOfModel = defaultMost): Journal {
  const chapters = new Map<number, Chapter>()

  function covering(modelId: number, { since, now }: Span): Chapter | undefined {
    const chapter = chapters.get(modelId)
    const isCovered = chapter && chapter.from <= since && since <= now && now <= chapter.to
    return isCovered ? chapter : undefined
  }

  return {
    advance(modelId, { from, to }, itemIds) {
      const known = chapters.get(modelId)
      const isContinued = itemIds !== undefined && itemIds.length <= mostOfModel
      const chapter = isContinued && known?.to === from ? known : emptyAt(isContinued ? from : to)
      chapters.set(modelId, chapter)
      chapter.to = to
      for (const itemId of isContinued ? itemIds : []) {
        chapter.versions.push(to)
        chapter.itemIds.push(itemId)
        chapter.latest.set(itemId, to)
      }
      if (chapter.itemIds.length > mostOfModel) shorten(chapter, mostOfModel / 2)
    },
    isUnchanged(modelId, itemId, span) {
      if (span.since === span.now) return true
      const chapter = covering(modelId, span)
      return chapter !== undefined && (chapter.latest.get(itemId) ?? span.since) <= span.since
    },
    changed(modelId, span, most) {
      if (span.since === span.now) return new Set()
      const chapter = covering(modelId, span)
      if (!chapter) return undefined
      const first = firstAfter(chapter.versions, span.since)
      return chapter.itemIds.length - first > most
        ? undefined
        : new Set(chapter.itemIds.slice(first))
    },
  }
}

function emptyAt(version: number): Chapter {
  return { from: version, to: version, versions: [], itemIds: [], latest: new Map() }
}

/** Forgets the oldest until no more than so many are left, whole versions at a time. */
function shorten(chapter: Chapter, most: number): void {
  const last = chapter.itemIds.length - Math.floor(most) - 1
  chapter.from = chapter.versions[last] ?? chapter.to
  const first = firstAfter(chapter.versions, chapter.from)
  chapter.versions = chapter.versions.slice(first)
  chapter.itemIds = chapter.itemIds.slice(first)
  const { versions, itemIds } = chapter
  chapter.latest = new Map(itemIds.map((itemId, index) => [itemId, versions[index] ?? chapter.to]))
}

/** Index of the first version beyond this one. */
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
