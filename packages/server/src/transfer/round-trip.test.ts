/** Export, import into an empty instance and export again: same bytes, also across databases. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import type { ContentContext } from '../content/context.ts'
import { deriveItem } from '../content/derive.ts'
import { valueProblems } from '../content/rules.ts'
import { saveItems } from '../content/save.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { exportValues, writeValues } from '../fields/values.ts'
import { openStore } from '../store/open-store.ts'
import type { Item, ItemLanguage } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import {
  storedValuesArbitrary,
  worldArbitrary,
  writingFor,
  type World,
} from '../testing/field-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import { sampleMedia } from '../testing/sample-media.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { examineItems } from '../upkeep/examine-items.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const folder = await mkdtemp(join(tmpdir(), 'octavo-transfer-'))
after(() => rm(folder, { recursive: true, force: true }))

const time = fc.integer({ min: 0, max: Date.UTC(2030, 0, 1) })

function languageArbitrary(world: World, item: number, languageId: number) {
  const { schema } = world
  const isMain = languageId === schema.mainLanguage.id
  const fields = schema.modelById.get(item)?.fields ?? []
  // A sub-language never has values of fields that are not translatable, at any depth.
  const values = storedValuesArbitrary(fields, world).map((stored) =>
    isMain
      ? stored
      : writeValues(
          exportValues(stored, fields, schema, true),
          fields,
          '',
          writingFor(schema, { isTranslation: true }),
        ),
  )
  const stage = fc.option(fc.record({ values, updatedAt: time }))
  return fc
    .record({ draft: stage, published: stage, at: time, later: fc.nat(1e6), was: fc.boolean() })
    .map(({ draft, published, at, later, was }): ItemLanguage => {
      const isDated = published !== null || was
      const publishedAt = isDated ? at : null
      return { draft, published, publishedAt, lastPublishedAt: isDated ? at + later : null }
    })
}

function itemArbitrary(world: World, id: number, modelId: number): fc.Arbitrary<Item> {
  const { root } = world.schema
  const languages = root.languages.map(({ id: languageId }) =>
    languageArbitrary(world, modelId, languageId).map((state) => [languageId, state] as const),
  )
  return fc
    .record({
      languages: fc.tuple(...languages),
      spaceId: fc.constantFrom(...root.spaces.map((space) => space.id)),
      createdAt: time,
      archivedAt: fc.option(time, { freq: 5 }),
    })
    .map(({ languages: states, ...facts }) => ({
      ...facts,
      id,
      rootId: root.id,
      modelId,
      deletedAt: null,
      languages: new Map(states.filter(([, state]) => hasContent(state))),
    }))
}

function hasContent({ draft, published, publishedAt }: ItemLanguage): boolean {
  return draft !== null || published !== null || publishedAt !== null
}

/** Two items of each model, as targets of references. */
const caseArbitrary = worldArbitrary.chain((given) => {
  const { models } = given.schema.root
  const contents = [1, 2].flatMap((round) =>
    models.map((model, index) => ({ id: 1000 * round + index, modelId: model.id })),
  )
  const world = { ...given, contents }
  return fc
    .tuple(...contents.map(({ id, modelId }) => itemArbitrary(world, id, modelId)))
    .map((items) => ({ world, items: publishable(world, items) }))
})

/** Data that could not have been published becomes a draft. Data with a taken value is removed. */
function publishable(world: World, items: readonly Item[]): Item[] {
  const taken = new Set<string>()
  return items.map((item) => {
    const isPublishable = valueProblems(world.schema, undefined, item).length === 0
    for (const one of isPublishable ? [item, onlyDrafts(item)] : [onlyDrafts(item)]) {
      const claims = deriveItem(world.schema, one).claims.map((claim) => JSON.stringify(claim))
      if (claims.some((claim) => taken.has(claim))) continue
      for (const claim of claims) taken.add(claim)
      return one
    }
    return { ...item, languages: new Map() }
  })
}

function onlyDrafts(item: Item): Item {
  const drafts = Array.from(item.languages, ([id, state]) => {
    const draft = state.draft ?? state.published
    return [id, { draft, published: null, publishedAt: null, lastPublishedAt: null }] as const
  })
  return { ...item, languages: new Map(drafts.filter(([, state]) => hasContent(state))) }
}

function contextOf(store: Store): ContentContext {
  return { store, schemas: cachedSchemas(), now: () => 1 }
}

async function fill(store: Store, world: World, items: readonly Item[]): Promise<void> {
  const { root } = world.schema
  await store.write(async (tx) => {
    await tx.tables.clear()
    await tx.roots.insert(root)
    for (const id of world.media) {
      await tx.media.insert(sampleMedia({ id, rootId: root.id, spaceId: root.spaces[0]?.id ?? 0 }))
    }
    const entry = { actor: 'test', action: 'create', at: 1, isNew: true, before: [] }
    await saveItems(tx, indexSchema(root), items, entry)
  })
}

async function exported(store: Store, rootId: number): Promise<string> {
  const texts: string[] = []
  await exportContent(contextOf(store), {
    rootId,
    write: async (text) => void texts.push(text),
  })
  return texts.join('')
}

async function carry(text: string, to: Store, world: World): Promise<string> {
  const path = join(folder, 'items.ndjson')
  await writeFile(path, text)
  await fill(to, world, [])
  const faults: unknown[] = []
  await importContent(contextOf(to), {
    rootId: world.schema.root.id,
    actor: 'test',
    path,
    fromLine: 1,
    continues: true,
    keepsMissing: false,
    keepsInvalid: false,
    onBadLine: (line, problems) => faults.push({ line, problems }),
  })
  assert.deepEqual(faults, [])
  return exported(to, world.schema.root.id)
}

async function faultsIn(store: Store, { root }: World['schema']): Promise<unknown[]> {
  return store.read(async (tx) => {
    const items = await tx.items.after({ rootId: root.id }, 0, 1000)
    return (await examineItems(tx, indexSchema(root), items)).map((fault) => fault.reasons)
  })
}

onBothDatabases('a round trip', (fresh, kind) => {
  it('produces the same bytes', async () => {
    const { store: from } = await fresh()
    const { store: to } = await fresh()
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ world, items }) => {
        await fill(from, world, items)
        const text = await exported(from, world.schema.root.id)
        assert.equal(await carry(text, to, world), text)
        assert.deepEqual(await faultsIn(to, world.schema), [])
      }),
      runs(25),
    )
  })

  if (kind === 'sqlite') return

  it('produces the same bytes through the embedded database', async () => {
    const { store: here } = await fresh()
    const there = await openStore({ dataFolder: folder, database: undefined })
    after(() => there.close())
    await fc.assert(
      fc.asyncProperty(caseArbitrary, async ({ world, items }) => {
        await fill(here, world, items)
        const text = await exported(here, world.schema.root.id)
        assert.equal(await carry(text, there, world), text)
        assert.equal(await carry(text, here, world), text)
      }),
      runs(10),
    )
  })
})
