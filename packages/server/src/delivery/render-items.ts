/** Renders items as a read of one language at depth 0 returns them, outside of a request. */
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { createPace } from '../scheduling/turns.ts'
import type { Entry, MediaTarget, Reading } from '../store/reading.ts'
import type { DocumentCache } from './document-cache.ts'
import { gather } from './gather.ts'
import { releaseBuffer, renderer } from './render.ts'
import { fullView } from '../query/view.ts'

export interface ItemRendering {
  readonly reading: Reading
  readonly schema: Schema
  readonly languageId: number
  /** A media value as JSON. */
  mediaJson(id: number, media: MediaTarget): string
}

/** Entries of published items in this language, as JSON by id. */
export async function renderItems(
  { reading, schema, languageId, mediaJson }: ItemRendering,
  entries: readonly Entry[],
): Promise<Map<number, string>> {
  const scopes = [{ scope: scopeOf(languageId, 'published'), lacking: null }]
  const visibility = { scopes, spaceIds: null }
  const gathered = await gather(
    entries.map((entry) => ({ entry, view: fullView })),
    {
      reading,
      documents: noDocuments,
      schema,
      visibility,
      depth: 0,
      languageId,
      hasMediaDetails: false,
      maxBytes: Number.MAX_SAFE_INTEGER,
      pace: createPace(),
      mediaBytes: (id, media) => Buffer.from(mediaJson(id, media)),
    },
  )
  const writer = renderer(gathered, 0)
  const lengths = entries.map(({ itemId }) => writer.item(itemId, fullView))
  const bytes = writer.bytes()
  const rendered = new Map<number, string>()
  let start = 0
  for (const [index, { itemId }] of entries.entries()) {
    const end = start + (lengths[index] ?? 0)
    rendered.set(itemId, bytes.toString('utf8', start, end))
    start = end
  }
  releaseBuffer(bytes)
  return rendered
}

/** Uncommitted documents must not be cached. */
const noDocuments: DocumentCache = {
  get: () => undefined,
  isWorthCaching: () => false,
  put() {},
  bytes: 0,
}
