/** A small hand-written world, for readable tests. */
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { saveItems } from '../content/save.ts'
import { parsedItemQuery } from '../http/routes/read-contents.ts'
import { createSnapshots } from '../store/cache/snapshots.ts'
import { createDocumentCache } from '../delivery/document-cache.ts'
import {
  getContent,
  listContents,
  type Delivery,
  type ReadReply,
} from '../delivery/read-contents.ts'
import type { StoredValues } from '../fields/field-type.ts'
import type { Item, ItemLanguage } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { sampleRoot } from './sample-root.ts'

export const readSchema: Schema = indexSchema({
  ...sampleRoot,
  spaces: [...sampleRoot.spaces, { id: 2, luid: 'tokyo', name: 'Tokyo' }],
})

export const models = { author: 21, article: 22 }

export interface ItemWords {
  space?: number
  published?: StoredValues
  draft?: StoredValues
  /** The same in the second language. */
  ja?: { published?: StoredValues; draft?: StoredValues }
  archived?: boolean
  deleted?: boolean
}

/** An item with these values. Ids are in order of creation. */
export function sampleItem(id: number, modelId: number, words: ItemWords): Item {
  const languages = new Map([[1, stateOf(words, id)]])
  if (words.ja) languages.set(2, stateOf(words.ja, id))
  return {
    id,
    rootId: 1,
    spaceId: words.space ?? 1,
    modelId,
    createdAt: Date.UTC(2026, 0, 1) + id,
    archivedAt: words.archived ? 1 : null,
    deletedAt: words.deleted ? 1 : null,
    languages,
  }
}

function stateOf({ published, draft }: ItemWords, id: number): ItemLanguage {
  const time = Date.UTC(2026, 1, 1) + id
  return {
    draft: draft ? { values: draft, updatedAt: time } : null,
    published: published ? { values: published, updatedAt: time } : null,
    publishedAt: published ? time : null,
    lastPublishedAt: published ? time : null,
  }
}

export async function fillSample(store: Store, items: readonly Item[]): Promise<void> {
  await store.write((tx) => tx.roots.insert(readSchema.root))
  await addToSample(store, items)
}

export async function addToSample(store: Store, items: readonly Item[]): Promise<void> {
  const entry = { actor: 'test', action: 'create', at: 0, isNew: true, before: [] }
  await store.write((tx) => saveItems(tx, readSchema, items, entry))
}

export interface ReaderKey {
  reads: 'published' | 'draft'
  spaceIds: number[] | null
}

export const publishedKey: ReaderKey = { reads: 'published', spaceIds: null }
export const draftKey: ReaderKey = { reads: 'draft', spaceIds: null }
export const parentKey: ReaderKey = { reads: 'published', spaceIds: [1] }

export interface SampleReader {
  delivery: Delivery
  list(query: string, key?: ReaderKey): Promise<{ total: number; ids: number[]; data: Shown[] }>
  get(id: number | string, query?: string, key?: ReaderKey): Promise<Shown>
  /** The raw reply to a decoded query. */
  reply(query: [string, string][], key?: ReaderKey): Promise<ReadReply>
}

export type Shown = Record<string, unknown> & { _id: number }

export function readerOf(store: Store, given: Partial<Delivery> = {}): SampleReader {
  const snapshots = createSnapshots(store)
  const delivery = {
    documents: createDocumentCache(),
    assetsUrl: 'https://assets.test',
    ...given,
  }
  const parsed = (query: string): [string, string][] => [...new URLSearchParams(query)]
  const list = (query: [string, string][], key: ReaderKey): Promise<ReadReply> =>
    snapshots.read((reading) => listContents(delivery, { key, schema: readSchema, reading, query }))
  return {
    delivery,
    async list(query, key = publishedKey) {
      const reply = await list(parsed(query), key)
      const { total, data } = JSON.parse((await reply.body()).toString()) as {
        total: number
        data: Shown[]
      }
      return { total, data, ids: data.map(({ _id }) => _id) }
    },
    async get(id, query = '', key = publishedKey) {
      const asked = { key, schema: readSchema, query: parsed(query), search: query }
      const reply = await snapshots.read((reading) =>
        getContent(delivery, { ...asked, reading }, String(id), parsedItemQuery(asked)),
      )
      return JSON.parse((await reply.body()).toString()) as Shown
    },
    reply: (query, key = publishedKey) => list(query, key),
  }
}
