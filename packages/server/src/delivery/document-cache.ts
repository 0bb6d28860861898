/** Documents in memory, and loading the others from the store. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Pace } from '../scheduling/turns.ts'
import { AgedMap } from '../store/cache/aged-map.ts'
import type { Entry, Reading } from '../store/reading.ts'
import { documentOf, type Document } from './document.ts'

/** Documents by id; those not requested recently are evicted first. A document never changes. */
export interface DocumentCache {
  get(documentId: number, schemaVersion: number, spaceId: number): Document | undefined
  /** Whether a document that was just requested is worth caching. Records the request. */
  isWorthCaching(documentId: number): boolean
  put(document: Document): void
  readonly bytes: number
}

interface CachedDocument {
  readonly document: Document
  /** Whether it was requested since the last check for eviction. */
  isUsed: boolean
}

const defaultMaxBytes = 48 * 1024 * 1024

export function createDocumentCache(maxBytes = defaultMaxBytes): DocumentCache {
  const documents = new AgedMap<number, CachedDocument>()
  let bytes = 0
  let isFull = false
  const admission = createAdmission()

  function remove(document: Document): void {
    documents.delete(document.id)
    bytes -= document.bytes
  }

  /** A document used since the last check counts as new. */
  function evict(): void {
    while (bytes > maxBytes && documents.oldest) {
      isFull = true
      const { key, value: cached } = documents.oldest
      if (cached.isUsed) documents.renew(key)
      else remove(cached.document)
      cached.isUsed = false
    }
  }

  return {
    get(documentId, schemaVersion, spaceId) {
      const cached = documents.get(documentId)
      if (!cached) return undefined
      const { document } = cached
      if (document.schemaVersion !== schemaVersion || document.spaceId !== spaceId) return undefined
      cached.isUsed = true
      return document
    },
    isWorthCaching: (documentId) =>
      !isFull || documents.get(documentId) !== undefined || admission.wasSeen(documentId),
    put(document) {
      const before = documents.get(document.id)
      if (before) remove(before.document)
      // A document that would evict a large part of the others is not worth caching.
      if (document.bytes > maxBytes / 8) return
      // It was requested just now, so others are evicted first.
      documents.set(document.id, { document, isUsed: true })
      bytes += document.bytes
      evict()
    },
    get bytes() {
      return bytes
    },
  }
}

/**
 * Admits to a full cache only documents that were also requested recently. Otherwise documents that are
 * requested once would evict those that are requested often, and evictions would dominate the work.
 */
interface Admission {
  /** Records an id, and returns whether it was recorded before. */
  wasSeen(id: number): boolean
}

/**
 * About as many ids as the cache has documents: an id that returns later would only evict others that are as
 * rare.
 */
const maxSeen = 16_384
/** Slots for ids with the same hash: more of them are rarely requested in turns. */
const neighbours = 4

export function createAdmission(places = maxSeen): Admission {
  const seen = new Float64Array(places)
  let turn = 0
  return {
    wasSeen(id) {
      const first = (id * neighbours) % places
      for (let place = first; place < first + neighbours; place++) {
        if (seen[place] === id) return true
      }
      turn = (turn + 1) % neighbours
      seen[first + turn] = id
      return false
    },
  }
}

export interface Loading {
  readonly reading: Reading
  readonly documents: DocumentCache
  readonly schema: Schema
  readonly pace: Pace
}

/** Loads the documents of entries, from the cache if possible, and the others in one batch. */
export async function loadDocuments(
  entries: readonly Entry[],
  shown: Map<number, Document>,
  { reading, documents, schema, pace }: Loading,
  hasParts: boolean,
): Promise<void> {
  const cached: (Document | undefined)[] = []
  const unread: number[] = []
  for (const { documentId, spaceId, body } of entries) {
    const found = documents.get(documentId, schema.root.version, spaceId)
    const document = hasParts && !found?.parts ? undefined : found
    cached.push(document)
    if (!document && body === null) unread.push(documentId)
  }
  const bodies = unread.length > 0 ? await reading.bodies(unread) : noBodies
  for (const [index, entry] of entries.entries()) {
    const document = cached[index] ?? made(entry, bodies)
    shown.set(entry.itemId, document)
    const pause = cached[index] ? undefined : pace.after(document.bytes)
    if (pause) await pause
  }

  function made(entry: Entry, read: ReadonlyMap<number, Buffer>): Document {
    const body = entry.body ?? read.get(entry.documentId)
    if (body === undefined) throw new Error(`document ${entry.documentId} is missing`)
    const isCached = documents.isWorthCaching(entry.documentId)
    const document = documentOf(entry, body, schema, { hasParts, isCached })
    if (isCached) documents.put(document)
    return document
  }
}

const noBodies: ReadonlyMap<number, Buffer> = new Map()
