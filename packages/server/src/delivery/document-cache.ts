import { AgedMap } from '../store/cache/aged-map.ts'
import type { Document } from './document.ts'

/** Documents by id; those that nobody asked for lately go first. A document never changes. */
export interface DocumentCache {
  get(documentId: number, schemaVersion: number, spaceId: number): Document | undefined
  /** Whether a document that was just asked for is worth keeping; takes note that it was. */
  wants(documentId: number): boolean
  put(document: Document): void
  readonly bytes: number
}

interface Kept {
  readonly document: Document
  /** Whether it was asked for since it was last looked at for removal. */
  isUsed: boolean
}

const defaultMaxBytes = 48 * 1024 * 1024

export function createDocumentCache(maxBytes = defaultMaxBytes): DocumentCache {
  const documents = new AgedMap<number, Kept>()
  let bytes = 0
  let isFull = false
  const admission = createAdmission()

  function remove(document: Document): void {
    documents.delete(document.id)
    bytes -= document.bytes
  }

  /** What was used since it was last looked at is as good as new. */
  function makeRoom(): void {
    while (bytes > maxBytes && documents.oldest) {
      isFull = true
      const { key, value: kept } = documents.oldest
      if (kept.isUsed) documents.renew(key)
      else remove(kept.document)
      kept.isUsed = false
    }
  }

  return {
    get(documentId, schemaVersion, spaceId) {
      const kept = documents.get(documentId)
      if (!kept) return undefined
      const { document } = kept
      if (document.schemaVersion !== schemaVersion || document.spaceId !== spaceId) return undefined
      kept.isUsed = true
      return document
    },
    wants: (documentId) =>
      !isFull || documents.get(documentId) !== undefined || admission.wasNoted(documentId),
    put(document) {
      const before = documents.get(document.id)
      if (before) remove(before.document)
      // What would push out a good part of everything else is not worth keeping.
      if (document.bytes > maxBytes / 8) return
      // Asked for just now: others go first.
      documents.set(document.id, { document, isUsed: true })
      bytes += document.bytes
      makeRoom()
    },
    get bytes() {
      return bytes
    },
  }
}

/**
 * What a full memory takes in: only what was asked for before, not long ago. Otherwise things that are
 * asked for once push out those that are asked for again and again, and most of the work is taking out.
 */
interface Admission {
  /** Takes note of an id, and says whether it was noted before. */
  wasNoted(id: number): boolean
}

/** About as many as find room: what comes again later than that would only push out what comes as seldom. */
const mostNoted = 16_384
/** Ids that share places are noted next to each other: as many at once as would seldom be asked for in turns. */
const neighbours = 4

export function createAdmission(places = mostNoted): Admission {
  const noted = new Float64Array(places)
  let turn = 0
  return {
    wasNoted(id) {
      const first = (id * neighbours) % places
      for (let place = first; place < first + neighbours; place++) {
        if (noted[place] === id) return true
      }
      turn = (turn + 1) % neighbours
      noted[first + turn] = id
      return false
    },
  }
}
