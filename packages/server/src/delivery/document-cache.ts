import { createAdmission } from './admission.ts'
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
