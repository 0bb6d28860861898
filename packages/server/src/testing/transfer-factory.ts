/** Instances with the sample schema, and files to import into them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatProblem } from '@octavo/schema/errors.ts'
import type { WriteContext } from '../content/write.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Store } from '../store/store.ts'
import { exportContent } from '../transfer/export.ts'
import { importContent, type ImportRequest, type ImportResult } from '../transfer/import.ts'
import { assertSound } from './assert-sound.ts'
import { sampleField, sampleRoot } from './sample-root.ts'
import type { TestStore } from './stores.ts'
import { writeRoot } from './write-root.ts'

/** The sample root with a unique slug, a sub-space, and nothing required inside field sets. */
export const transferRoot = {
  ...sampleRoot,
  fieldSets: sampleRoot.fieldSets.map((set) => ({
    ...set,
    fields: set.fields.map((field) => ({ ...field, required: false })),
  })),
  spaces: [...sampleRoot.spaces, { id: 2, luid: 'tokyo', name: 'Tokyo' }],
  models: sampleRoot.models.map((model) => ({
    ...model,
    fields: model.fields.map((field) =>
      field.luid === 'slug'
        ? sampleField('text', field.id, 'slug', { unique: true, translatable: false })
        : field,
    ),
  })),
}

export function contextOf(store: Store, now = 1_800_000_000_000): WriteContext {
  return { store, schemas: cachedSchemas(), texts: unboundedParser, now: () => now }
}

export async function withRoot(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const opened = await fresh()
  await opened.store.write((tx) => tx.roots.insert(transferRoot))
  return opened
}

/** A store with this many articles of `writeRoot`, with the ids from 1. */
export async function withArticles(
  fresh: () => Promise<TestStore>,
  count: number,
): Promise<{ store: Store; ids: number[] }> {
  const opened = await fresh()
  await opened.store.write((tx) => tx.roots.insert(writeRoot))
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  await importLines(
    opened,
    ids.map((id) => ({ model: 'article', id, fields: { title: `Article ${id}` } })),
  )
  return { store: opened.store, ids }
}

export interface Imported extends ImportResult {
  /** `line 3: fields.title: …`. */
  problems: string[]
}

/** Imports these lines; objects become JSON. Asserts that the stored content is consistent afterwards. */
export async function importLines(
  { store, address }: TestStore,
  lines: readonly unknown[],
  options: Partial<ImportRequest> = {},
): Promise<Imported> {
  const path = join(address.dataFolder, 'import.ndjson')
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, `${texts.join('\n')}\n`)
  const problems: string[] = []
  const context = contextOf(store)
  const result = await importContent(context, {
    rootId: 1,
    actor: 'test',
    path,
    fromLine: 1,
    continues: false,
    keepsMissing: false,
    keepsInvalid: false,
    onBadLine: (line, found) =>
      problems.push(...found.map((problem) => `line ${line}: ${formatProblem(problem)}`)),
    ...options,
  })
  await assertSound(context)
  return { ...result, problems }
}

export async function exportLines(store: Store): Promise<Record<string, unknown>[]> {
  const texts: string[] = []
  await exportContent(contextOf(store), { rootId: 1, write: async (text) => void texts.push(text) })
  const lines = texts.join('').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** A few items in two languages and two spaces, with references, drafts and an archived one. */
export const someLines = [
  { model: 'author', id: 1, published: true, fields: { name: 'Hana' } },
  {
    model: 'article',
    id: 2,
    published: true,
    fields: { title: 'Sea', slug: 'sea', body: '<p>Salt</p>', author: 1, tags: ['sea'] },
    'fields[ja]': { title: '海', body: '<p>塩</p>' },
    draft: { fields: { title: 'The sea', slug: 'sea' } },
  },
  {
    model: 'article',
    id: 3,
    space: 'tokyo',
    published: false,
    fields: { title: 'Hills', links: [{ label: 'There', to: 2 }] },
  },
  { model: 'author', id: 4, published: true, archived: true, fields: { name: 'Tom' } },
]
