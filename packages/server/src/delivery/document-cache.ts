import type { Document } from './document.ts'

/** Documents by id, the least recently used ones out first. A document never changes. */
export interface DocumentCache {
  get(documentId: number, schemaVersion: number, spaceId: number): Document | undefined
  put(document: Document): void
  /** Ids of documents of an item that are here. */
  knownOf(itemId: number, schemaVersion: number): readonly number[]
  readonly bytes: number
}

const defaultMaxBytes = 128 * 1024 * 1024

export function createDocumentCache(maxBytes = defaultMaxBytes): DocumentCache {
  const documents = new Map<number, Document>()
  const idsByItem = new Map<number, number[]>()
  let bytes = 0

  function remove(document: Document): void {
    documents.delete(document.id)
    bytes -= document.bytes
    const left = (idsByItem.get(document.itemId) ?? []).filter((id) => id !== document.id)
    if (left.length > 0) idsByItem.set(document.itemId, left)
    else idsByItem.delete(document.itemId)
  }

  return {
    get(documentId, schemaVersion, spaceId) {
      const document = documents.get(documentId)
      if (document?.schemaVersion !== schemaVersion || document.spaceId !== spaceId)
        return undefined
      documents.delete(documentId)
      documents.set(documentId, document)
      return document
    },
    put(document) {
      const before = documents.get(document.id)
      if (before) remove(before)
      // What would push out a good part of everything else is not worth keeping.
      if (document.bytes > maxBytes / 8) return
      documents.set(document.id, document)
      idsByItem.set(document.itemId, [...(idsByItem.get(document.itemId) ?? []), document.id])
      bytes += document.bytes
      for (const oldest of documents.values()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    knownOf: (itemId, schemaVersion) =>
      (idsByItem.get(itemId) ?? []).filter(
        (id) => documents.get(id)?.schemaVersion === schemaVersion,
      ),
    get bytes() {
      return bytes
    },
  }
}
