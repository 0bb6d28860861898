/**
 * Loads everything that a response needs, with one batch per depth level for any number of items, and adds up
 * the length of the response before any of it is written.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Dependencies } from '../changes/tags.ts'
import type { Visibility } from '../query/tree.ts'
import type { LinkTargets, Entry, MediaTarget } from '../store/reading.ts'
import { templateOf, type Document } from './document.ts'
import { loadDocuments, type Loading } from './document-cache.ts'
import type { Template } from './template.ts'
import { fullView, type View } from '../query/view.ts'

/** The default for the longest response. */
export const defaultMaxResponseBytes = 5_000_000

export interface Gathering extends Loading {
  readonly visibility: Visibility
  readonly depth: number
  readonly languageId: number
  readonly hasMediaDetails: boolean
  readonly maxBytes: number
  /** A media value as JSON bytes. */
  mediaBytes(id: number, media: MediaTarget): Buffer
}

/** Everything that rendering needs. */
export interface Gathered {
  readonly depth: number
  /** Total length, counting each item as often as it is shown. */
  readonly bytes: number
  template(itemId: number, view: View): Template
  /** Whether a reference to the item is shown. */
  isVisible(itemId: number): boolean
  mediaBytes(id: number): Buffer
  /** Identifies the content of the response: equal fingerprints mean equal bytes. */
  fingerprint(): string
  /** Whether a preview of media is missing, which will be added without a change of the media. */
  readonly isPreliminary: boolean
  /** Everything that the response depends on. */
  dependencies(): Pick<Dependencies, 'items' | 'others' | 'shownIds' | 'media' | 'otherMedia'>
}

export interface RequestedEntry {
  readonly entry: Entry
  readonly view: View
}

export async function gather(
  wanted: readonly RequestedEntry[],
  gathering: Gathering,
): Promise<Gathered> {
  const { reading, schema, visibility, depth, pace } = gathering
  const shown = new Map<number, Document>()
  const hidden = new Set<number>()
  const template = templateMemory(shown, schema)
  const media = new Map<number, number>()
  const size = sizeCounter(gathering.maxBytes)

  const hasParts = wanted.some(({ view }) => view !== fullView)
  await loadDocuments(
    wanted.map(({ entry }) => entry),
    shown,
    gathering,
    hasParts,
  )
  let level = createLevel()
  for (const { entry, view } of wanted) level.add(view, entry.itemId, 1)

  for (let left = depth; ; left--) {
    const next = createLevel()
    for (const [view, items] of level.items) {
      for (const [itemId, times] of items) {
        const shownAs = template(itemId, view)
        const listed = addUp(shownAs, times, next, media, size)
        const copied = view === fullView ? 0 : shownAs.bytes.length
        const pause = pace.after(copied + listed * bytesPerListed)
        if (pause) await pause
      }
    }
    level = next
    if (left === 0) break
    const missing = level.ids().filter((id) => !shown.has(id) && !hidden.has(id))
    const whole = level.items.get(fullView)
    let loaded = 0
    for (const ids of batchesOf(missing)) {
      const entries = await reading.entries(visibility, ids)
      await loadDocuments(entries, shown, gathering, hasParts)
      for (const id of ids) {
        const bytes = shown.get(id)?.whole.bytes.length
        if (bytes === undefined) hidden.add(id)
        else loaded += bytes * (whole?.get(id) ?? 0)
      }
      // A response that is too long anyway must not load the rest.
      size.expect(loaded)
      const pause = pace.after(ids.length * bytesPerItem)
      if (pause) await pause
    }
    level.settle((id) => !hidden.has(id), size)
  }

  const endIds = level.ids().filter((id) => !shown.has(id) && !hidden.has(id))
  const { languageId: own, hasMediaDetails } = gathering
  const linkShape = { own, main: schema.mainLanguage.id, hasMediaDetails }
  const targets =
    endIds.length + media.size > 0
      ? await reading.linkTargets(visibility, endIds, [...media.keys()], linkShape)
      : noTargets
  const isVisible = (id: number): boolean => shown.has(id) || targets.visible.has(id)
  const mediaBytes = new Map<number, Buffer>()
  for (const [id, target] of targets.media) mediaBytes.set(id, gathering.mediaBytes(id, target))
  level.settle(isVisible, size)
  for (const items of level.items.values()) {
    for (const [id, times] of items) size.add(times * String(id).length)
  }
  for (const [id, times] of media) size.add(times * (mediaBytes.get(id) ?? nothing).length)
  return {
    depth,
    bytes: size.bytes(),
    template,
    isVisible,
    mediaBytes: (id) => mediaBytes.get(id) ?? nothing,
    isPreliminary:
      hasMediaDetails && [...targets.media.values()].some((one) => !one.details?.preview),
    fingerprint() {
      // In the order in which they appear in the response.
      let words = ''
      for (const { entry } of wanted) words += ` ${entry.itemId}`
      for (const { id, spaceId } of shown.values()) words += ` ${id}.${spaceId}`
      for (const id of endIds) if (targets.visible.has(id)) words += ` ${id}`
      for (const id of media.keys()) words += ` ${mediaBytes.get(id)?.toString() ?? ''}`
      return words
    },
    // Not a getter: each getter would create a new hidden class that retains this closure.
    dependencies() {
      const mediaIds = [...media.keys()]
      return {
        items: new Map(Array.from(shown, ([id, { modelId }]) => [id, modelId])),
        others: [...hidden, ...endIds],
        shownIds: endIds.filter((id) => targets.visible.has(id)),
        media: mediaIds.filter((id) => targets.media.has(id)),
        otherMedia: mediaIds.filter((id) => !targets.media.has(id)),
      }
    },
  }
}

/** Items per lookup; few responses have more. */
const batchSize = 500
/** Cost of looking up one item, without its document. */
const bytesPerItem = 500
/** Cost of counting one entry of a list of references. */
const bytesPerListed = 10

function batchesOf(ids: readonly number[]): (readonly number[])[] {
  if (ids.length <= batchSize) return ids.length > 0 ? [ids] : []
  const batches: number[][] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    batches.push(ids.slice(from, from + batchSize))
  }
  return batches
}

const nothing = Buffer.from('null')
const noTargets: LinkTargets = { visible: new Map(), media: new Map() }

function templateMemory(
  shown: ReadonlyMap<number, Document>,
  schema: Schema,
): (itemId: number, view: View) => Template {
  const made = new Map<View, Map<number, Template>>()
  const documentOfItem = (itemId: number): Document => {
    const document = shown.get(itemId)
    if (!document) throw new Error(`item ${itemId} was not gathered`)
    return document
  }
  return (itemId, view) => {
    if (view === fullView) return documentOfItem(itemId).whole
    const ofView = made.getOrInsertComputed(view, () => new Map())
    return ofView.getOrInsertComputed(itemId, () =>
      templateOf(documentOfItem(itemId), view, schema),
    )
  }
}

/** Counts the bytes and placeholders of a template; returns the number of entries in its lists. */
function addUp(
  { bytes, holes }: Template,
  times: number,
  next: Level,
  media: Map<number, number>,
  size: SizeCounter,
): number {
  size.add(bytes.length * times)
  let listed = 0
  for (const hole of holes) {
    if (hole.kind === 'media') media.set(hole.id, (media.get(hole.id) ?? 0) + times)
    else if (hole.kind === 'reference') next.add(hole.view, hole.id, times)
    else {
      next.addList(hole.view, hole.ids, times)
      listed += hole.ids.length
    }
  }
  size.addListed(listed * times)
  return listed
}

/** Adds up the length of a response, and rejects it as soon as it is too long. */
interface SizeCounter {
  add(bytes: number): void
  /** Rejects the response if this many more bytes would make it too long. */
  expect(bytes: number): void
  /** Counts entries in lists of references, including those that are left out. */
  addListed(entries: number): void
  bytes(): number
}

/** Entries that are left out have no bytes, but checking each of them takes time. */
const maxListed = 250_000

function sizeCounter(maxBytes: number): SizeCounter {
  let size = 0
  let listed = 0
  const expect = (bytes: number): void => {
    if (size + bytes <= maxBytes) return
    throw tooLarge(`${maxBytes} bytes`)
  }
  return {
    bytes: () => size,
    add(bytes) {
      size += bytes
      expect(0)
    },
    expect,
    addListed(entries) {
      listed += entries
      if (listed > maxListed) throw tooLarge(`${maxListed} listed references`)
    },
  }
}

function tooLarge(limit: string): Refusal {
  return new Refusal(
    'badRequest',
    `the response would exceed ${limit}: lower limit or depth, or select fewer properties`,
  )
}

/** The referenced items on one level of depth: how often each is shown, in which view. */
interface Level {
  /** How often each item occurs, for each view. */
  readonly items: ReadonlyMap<View, ReadonlyMap<number, number>>
  add(view: View, itemId: number, times: number): void
  /** Adds the entries of a list of references that occurs this many times. */
  addList(view: View, ids: readonly number[], times: number): void
  ids(): number[]
  /** Removes hidden items, and counts what is shown besides the items: null, brackets and commas. */
  settle(isShown: (itemId: number) => boolean, size: SizeCounter): void
}

function createLevel(): Level {
  const items = new Map<View, Map<number, number>>()
  const lists: { ids: readonly number[]; times: number }[] = []
  /** The view that was added last: most responses have only one. */
  let view: View | undefined
  let ofView = noCounts

  function add(given: View, itemId: number, times: number): void {
    if (given !== view) {
      view = given
      ofView = items.get(given) ?? new Map<number, number>()
      items.set(given, ofView)
    }
    ofView.set(itemId, (ofView.get(itemId) ?? 0) + times)
  }

  function hide(isShown: (itemId: number) => boolean): ReadonlyMap<number, number> {
    let hidden: Map<number, number> | undefined
    for (const counts of items.values()) {
      for (const [id, times] of counts) {
        if (isShown(id)) continue
        counts.delete(id)
        hidden ??= new Map()
        hidden.set(id, (hidden.get(id) ?? 0) + times)
      }
    }
    return hidden ?? noCounts
  }

  return {
    items,
    add,
    addList(given, ids, times) {
      lists.push({ ids, times })
      for (const id of ids) add(given, id, times)
    },
    ids() {
      const [first, second] = items.values()
      if (!second) return first ? [...first.keys()] : []
      return [...new Set(Array.from(items.values(), (counts) => [...counts.keys()]).flat())]
    },
    settle(isShown, size) {
      const hidden = hide(isShown)
      let nulls = 0
      for (const times of hidden.values()) nulls += times
      for (const { ids, times } of lists) {
        let shown = 0
        for (const id of ids) {
          // Nothing takes the place of a hidden item in a list.
          if (hidden.has(id)) nulls -= times
          else shown++
        }
        const commas = Math.max(0, shown - 1)
        size.add((commas + '[]'.length) * times)
      }
      size.add(nulls * 'null'.length)
    },
  }
}

const noCounts: Map<number, number> = new Map()
