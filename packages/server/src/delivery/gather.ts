/**
 * Brings together all that an answer needs, one batch a depth level whatever the number of items,
 * and adds up how long the answer will be before any of it is written.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Dependencies } from '../changes/tags.ts'
import type { Sight } from '../query/tree.ts'
import type { Ends, Entry, MediaEnd, Reading } from '../store/reading.ts'
import { piecesIn, documentOf, type Document } from './document.ts'
import type { DocumentCache } from './document-cache.ts'
import type { Piece } from './pieces.ts'
import type { View } from './view.ts'

export interface Gathering {
  readonly reading: Reading
  readonly documents: DocumentCache
  readonly schema: Schema
  readonly sight: Sight
  readonly depth: number
  readonly languageId: number
  readonly maxBytes: number
  mediaText(id: number, media: MediaEnd): string
}

/** Everything that rendering asks for; it asks for nothing more. */
export interface Gathered {
  readonly depth: number
  pieces(itemId: number, view: View): readonly Piece[]
  /** Whether a reference to the item is shown. */
  isVisible(itemId: number): boolean
  mediaText(id: number): string
  /** What was asked for on the way. */
  readonly asked: Pick<Dependencies, 'items' | 'others' | 'media' | 'otherMedia'>
}

/** How often each item occurs in a level, by the view in which it is shown. */
type Occurrences = Map<View, Map<number, number>>

export interface Wanted {
  readonly entry: Entry
  readonly view: View
}

export async function gather(wanted: readonly Wanted[], gathering: Gathering): Promise<Gathered> {
  const { reading, schema, sight, depth } = gathering
  const shown = new Map<number, Document>()
  const hidden = new Set<number>()
  const pieces = piecesMemory(shown, schema)
  const media = new Map<number, number>()
  const size = sizeCounter(gathering.maxBytes)

  await load(
    wanted.map(({ entry }) => entry),
    shown,
    gathering,
  )
  let level: Occurrences = new Map()
  for (const { entry, view } of wanted) count(level, view, entry.itemId, 1)

  for (let left = depth; ; left--) {
    const next: Occurrences = new Map()
    for (const [view, items] of level) {
      for (const [itemId, times] of items) {
        addUp(pieces(itemId, view), times, next, media, size)
      }
    }
    level = next
    if (left === 0) break
    const missing = idsIn(next).filter((id) => !shown.has(id) && !hidden.has(id))
    if (missing.length > 0) {
      const known = missing.flatMap((id) => gathering.documents.knownOf(id, schema.root.version))
      await load(await reading.entries(sight, missing, known), shown, gathering)
      for (const id of missing) if (!shown.has(id)) hidden.add(id)
    }
    dropHidden(level, hidden, size)
  }

  const asked = idsIn(level).filter((id) => !shown.has(id) && !hidden.has(id))
  const languages = { own: gathering.languageId, main: schema.mainLanguage.id }
  const ends = await reading.ends(sight, asked, [...media.keys()], languages)
  const isVisible = (id: number): boolean => shown.has(id) || ends.visible.has(id)
  const mediaTexts = new Map(
    Array.from(media.keys(), (id) => [id, textOfMedia(id, ends, gathering)]),
  )
  for (const items of level.values()) {
    for (const [id, times] of items) size.add(times * (isVisible(id) ? String(id).length : 4))
  }
  for (const [id, times] of media) size.add(times * Buffer.byteLength(mediaTexts.get(id) ?? ''))
  return {
    depth,
    pieces,
    isVisible,
    mediaText: (id) => mediaTexts.get(id) ?? 'null',
    get asked() {
      const mediaIds = [...media.keys()]
      return {
        items: new Map(Array.from(shown, ([id, { modelId }]) => [id, modelId])),
        others: [...hidden, ...asked],
        media: mediaIds.filter((id) => ends.media.has(id)),
        otherMedia: mediaIds.filter((id) => !ends.media.has(id)),
      }
    },
  }
}

function textOfMedia(id: number, ends: Ends, { mediaText }: Gathering): string {
  const media = ends.media.get(id)
  return media ? mediaText(id, media) : 'null'
}

/** Documents of entries, from memory where they are known, in one batch where they are not. */
async function load(
  entries: readonly Entry[],
  shown: Map<number, Document>,
  { reading, documents, schema }: Gathering,
): Promise<void> {
  const missing: Entry[] = []
  for (const entry of entries) {
    if (shown.has(entry.itemId)) continue
    const known = documents.get(entry.documentId, schema.root.version, entry.spaceId)
    if (known) shown.set(entry.itemId, known)
    else missing.push(entry)
  }
  const unread = missing.filter(({ body }) => body === null).map(({ documentId }) => documentId)
  const bodies = unread.length > 0 ? await reading.bodies(unread) : new Map<number, string>()
  for (const entry of missing) {
    const body = entry.body ?? bodies.get(entry.documentId)
    if (body === undefined) throw new Error(`document ${entry.documentId} is missing`)
    const document = documentOf(entry, body, schema)
    documents.put(document)
    shown.set(entry.itemId, document)
  }
}

function piecesMemory(
  shown: ReadonlyMap<number, Document>,
  schema: Schema,
): (itemId: number, view: View) => readonly Piece[] {
  const made = new Map<View, Map<number, readonly Piece[]>>()
  return (itemId, view) => {
    const ofView = made.get(view) ?? new Map<number, readonly Piece[]>()
    made.set(view, ofView)
    const known = ofView.get(itemId)
    if (known) return known
    const document = shown.get(itemId)
    if (!document) throw new Error(`item ${itemId} was not gathered`)
    const pieces = piecesIn(document, view, schema)
    ofView.set(itemId, pieces)
    return pieces
  }
}

function addUp(
  pieces: readonly Piece[],
  times: number,
  next: Occurrences,
  media: Map<number, number>,
  size: SizeCounter,
): void {
  for (const piece of pieces) {
    if (piece.kind === 'text') size.add(piece.bytes * times)
    else if (piece.kind === 'media') media.set(piece.id, (media.get(piece.id) ?? 0) + times)
    else count(next, piece.view, piece.id, times)
  }
}

function count(occurrences: Occurrences, view: View, itemId: number, times: number): void {
  const items = occurrences.get(view) ?? new Map<number, number>()
  occurrences.set(view, items)
  items.set(itemId, (items.get(itemId) ?? 0) + times)
}

function idsIn(occurrences: Occurrences): number[] {
  return [...new Set(Array.from(occurrences.values(), (items) => [...items.keys()]).flat())]
}

function dropHidden(level: Occurrences, hidden: ReadonlySet<number>, size: SizeCounter): void {
  for (const items of level.values()) {
    for (const [id, times] of items) {
      if (!hidden.has(id)) continue
      items.delete(id)
      size.add(times * 4)
    }
  }
}

interface SizeCounter {
  add(bytes: number): void
}

function sizeCounter(maxBytes: number): SizeCounter {
  let size = 0
  return {
    add(bytes) {
      size += bytes
      if (size <= maxBytes) return
      throw new Refusal(
        'badRequest',
        `the answer would be over ${maxBytes} bytes: lower limit or depth, or name fewer properties in select`,
      )
    },
  }
}
