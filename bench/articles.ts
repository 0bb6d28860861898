/** The data set of the benchmarks as items: schema, authors, categories, articles. */
import type { Schema } from '@octavo/schema/schema.ts'
import { saveItems } from '../packages/server/src/content/save.ts'
import { cachedSchemas } from '../packages/server/src/store/cache/schemas.ts'
import type { StoredValues } from '../packages/server/src/fields/field-type.ts'
import { applySchema } from '../packages/server/src/modeling/apply.ts'
import { sourceOfValue } from '../packages/server/src/modeling/source.ts'
import type { Item } from '../packages/server/src/store/records.ts'
import type { Store } from '../packages/server/src/store/store.ts'
import { ensureRoot } from '../packages/server/src/content/roots.ts'
import {
  articleValues,
  authorCount,
  authorName,
  categoryCount,
  categoryName,
  firstTime,
  minute,
} from './article-values.ts'

const schemaFile = {
  languages: ['en', 'ja'],
  models: [
    { luid: 'author', title: 'name', fields: [{ luid: 'name', type: 'text', required: true }] },
    { luid: 'category', title: 'name', fields: [{ luid: 'name', type: 'text', required: true }] },
    {
      luid: 'article',
      title: 'title',
      fields: [
        { luid: 'title', type: 'text', required: true },
        { luid: 'slug', type: 'text', unique: true, translatable: false },
        { luid: 'lead', type: 'multiline' },
        { luid: 'body', type: 'multiline' },
        { luid: 'featured', type: 'boolean' },
        { luid: 'kind', type: 'select', options: ['news', 'essay', 'note', 'review'] },
        { luid: 'tag', type: 'text' },
        { luid: 'starts_at', type: 'datetime' },
        { luid: 'author', type: 'reference', models: ['author'] },
        { luid: 'category', type: 'reference', models: ['category'] },
      ],
    },
  ],
}

const batchSize = 500

/** Creates the schema, the authors and the categories; `addArticles` adds the articles. */
export async function createPublication(store: Store): Promise<Schema> {
  await ensureRoot(store)
  const [root] = await store.read((tx) => tx.roots.list())
  const rootId = root?.id ?? 0
  const now = (): number => firstTime
  await applySchema(
    { store, now },
    {
      rootId,
      source: sourceOfValue(schemaFile),
      isDryRun: false,
      isPrune: false,
      isConfirmed: false,
      actor: 'bench',
    },
  )
  const schema = await findPublication(store)
  const people = Array.from({ length: authorCount }, (_, index) =>
    itemOf(schema, 'author', index + 1, { name: authorName(index + 1) }),
  )
  const categories = Array.from({ length: categoryCount }, (_, index) =>
    itemOf(schema, 'category', authorCount + index + 1, { name: categoryName(index + 1) }),
  )
  await save(store, schema, [...people, ...categories])
  return schema
}

/** Returns the schema that `createPublication` created. */
export function findPublication(store: Store): Promise<Schema> {
  return store.read(async (tx) => {
    const [root] = await tx.roots.list()
    return cachedSchemas().in(tx, root?.id ?? 0)
  })
}

/** Article `n` has the id `articleId(n)`. */
export function articleId(n: number): number {
  return authorCount + categoryCount + n
}

/** Runs several transactions at once on PostgreSQL: one derives while another is stored. */
export async function addArticles(
  store: Store,
  schema: Schema,
  from: number,
  to: number,
): Promise<void> {
  let next = from
  async function addBatches(): Promise<void> {
    while (next <= to) {
      const start = next
      next += batchSize
      const length = Math.min(batchSize, to - start + 1)
      const items = Array.from({ length }, (_, index) => article(schema, start + index))
      await save(store, schema, items)
    }
  }
  const lanes = store.kind === 'postgres' ? 4 : 1
  await Promise.all(Array.from({ length: lanes }, addBatches))
}

function article(schema: Schema, n: number): Item {
  const { startsAt, category, ...values } = articleValues(n)
  const references = { starts_at: startsAt, category: authorCount + category }
  return itemOf(schema, 'article', articleId(n), { ...values, ...references })
}

function itemOf(
  schema: Schema,
  modelLuid: string,
  id: number,
  values: Record<string, string | number | boolean>,
): Item {
  const model = schema.modelByLuid.get(modelLuid)
  const stored: StoredValues = {}
  for (const field of model?.fields ?? []) {
    const value = values[field.luid]
    if (value !== undefined) stored[field.id] = value
  }
  const time = firstTime + id * minute
  const published = { values: stored, updatedAt: time }
  const language = { draft: null, published, publishedAt: time, lastPublishedAt: time }
  return {
    id,
    rootId: schema.root.id,
    spaceId: schema.parentSpace.id,
    modelId: model?.id ?? 0,
    createdAt: time,
    archivedAt: null,
    deletedAt: null,
    languages: new Map([[schema.mainLanguage.id, language]]),
  }
}

function save(store: Store, schema: Schema, items: Item[]): Promise<void> {
  return store.write(async (tx) => {
    await tx.ids.raise('content', items.at(-1)?.id ?? 0)
    await saveItems(tx, schema, items, {
      actor: 'bench',
      action: 'create',
      at: firstTime,
      isNew: true,
      before: [],
    })
  })
}
