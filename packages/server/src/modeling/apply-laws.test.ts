/** Laws that hold when any schema follows any other while there is content. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { saveItems } from '../content/save.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { stages, type Item, type ItemLanguage } from '../store/records.ts'
import { storedValuesArbitrary } from '../testing/field-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import { startSchemaBench, type SchemaBench } from '../testing/schema-bench.ts'
import { schemaValueArbitrary } from '../testing/schema-file-arbitraries.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { sourceOfValue } from './source.ts'

onBothDatabases('successive schemas', (fresh) => {
  it('leave valid content, correct derived data, and no remaining changes', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(
        fc.array(schemaValueArbitrary, { minLength: 2, maxLength: 4 }),
        fc.integer(),
        fc.boolean(),
        async (values, seed, isPrune) => {
          await store.write((tx) => tx.tables.clear())
          const bench = await startSchemaBench(store)
          for (const value of values) {
            const request = { source: sourceOfValue(value), isPrune, isConfirmed: true }
            try {
              await bench.apply('', request)
            } catch (error) {
              if (error instanceof Refusal) continue
              throw error
            }
            assert.deepEqual((await bench.apply('', request)).lines, [])
            await bench.checkDerived()
            await checkFits(bench)
            await addItems(bench, seed)
          }
        },
      ),
      { ...runs(15), endOnFailure: true },
    )
  })
})

/** Adds two items to every model, with arbitrary values in every language and stage. */
async function addItems(bench: SchemaBench, seed: number): Promise<void> {
  const schema = indexSchema(await bench.root())
  for (const model of schema.root.models) {
    const contents = await bench.items()
    const world = { schema, contents, media: [501] }
    const values = storedValuesArbitrary(model.fields, world)
    const count = schema.root.languages.length * stages.length
    const samples = fc.sample(fc.tuple(...Array.from({ length: count }, () => values)), {
      numRuns: 2,
      seed,
    })
    for (const sample of samples) await addItem(bench, schema, model.id, sample)
  }
}

async function addItem(
  bench: SchemaBench,
  schema: Schema,
  modelId: number,
  sample: StoredValues[],
): Promise<void> {
  const fields = schema.modelById.get(modelId)?.fields ?? []
  const languages = schema.root.languages.map(({ id }, index): [number, ItemLanguage] => {
    const isMain = id === schema.mainLanguage.id
    const [draft, published] = sample
      .slice(index * 2)
      .map((values) => (isMain ? values : translation(values, schema, fields)))
    const data = (values = {}) => ({ values, updatedAt: 5 })
    return [
      id,
      { draft: data(draft), published: data(published), publishedAt: 5, lastPublishedAt: 5 },
    ]
  })
  const work = bench.store.write(async (tx) => {
    const [id = 0] = await tx.ids.allocate('content', 1)
    const spaceId = schema.root.spaces.at(-1)?.id ?? 0
    const item: Item = {
      id,
      rootId: bench.rootId,
      spaceId,
      modelId,
      createdAt: 5,
      archivedAt: null,
      deletedAt: null,
      languages: new Map(languages),
    }
    await saveItems(tx, schema, [item], {
      actor: 'test',
      action: 'create',
      at: 5,
      isNew: true,
      before: [],
    })
  })
  // If two items share a unique value, the second is not added.
  await work.catch((error: unknown) => assert.ok(error instanceof Refusal, String(error)))
}

/** The values that a sub-language stores: without shared fields, including those of built-in field sets. */
function translation(
  values: StoredValues,
  schema: Schema,
  fields: readonly Fields[number][],
): StoredValues {
  const own: StoredValues = {}
  for (const field of fields) {
    const stored = values[field.id]
    if (!field.translatable || stored === undefined) continue
    const { nested } = fieldTypeOf(field)
    const [inside] = nested?.reach === 'one' ? nested.occurrences(stored, field, schema) : []
    const kept = inside ? translation(inside.values, schema, inside.fields) : stored
    if (!inside || Object.keys(kept).length > 0) own[field.id] = kept
  }
  return own
}

type Fields = Schema['root']['models'][number]['fields']

/** Checks that every stored value belongs to an existing field and has a form that its type stores. */
async function checkFits(bench: SchemaBench): Promise<void> {
  const schema = indexSchema(await bench.root())
  const items = await bench.items()
  const modelIds = new Map(items.map(({ id, modelId }) => [id, modelId]))
  for (const { modelId, languages, spaceId } of items) {
    const fields = schema.modelById.get(modelId)?.fields
    assert.ok(fields && schema.spaceById.has(spaceId))
    for (const [languageId, language] of languages) {
      assert.ok(schema.languageById.has(languageId))
      const isMain = languageId === schema.mainLanguage.id
      for (const stage of stages) {
        const values = language[stage]?.values ?? {}
        checkValues(values, fields, schema, modelIds)
        if (!isMain) assert.deepEqual(translation(values, schema, fields), values)
      }
    }
  }
}

function checkValues(
  values: StoredValues,
  fields: Fields | readonly Fields[number][],
  schema: Schema,
  modelIds: ReadonlyMap<number, number>,
): void {
  const fieldsById = new Map(fields.map((field) => [String(field.id), field]))
  for (const [id, stored] of Object.entries(values)) {
    const field = fieldsById.get(id)
    assert.ok(field, `a value of field ${id} is left over`)
    const type = fieldTypeOf(field)
    type.rendered(stored, field, schema)
    const target = typeof stored === 'number' ? modelIds.get(stored) : undefined
    if (field.type === 'reference' && target !== undefined)
      assert.ok(
        field.models?.includes(target) ?? true,
        `a reference of field ${id} has a model that the field does not allow`,
      )
    const occurrences = type.nested?.occurrences(stored, field, schema) ?? []
    if (Array.isArray(stored) && type.nested) assert.equal(occurrences.length, stored.length)
    for (const inside of occurrences) checkValues(inside.values, inside.fields, schema, modelIds)
  }
}
