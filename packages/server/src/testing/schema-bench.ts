/** A store with one root space, for tests that change its schema while it has content. */
import assert from 'node:assert/strict'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { createRoot } from '../content/roots.ts'
import { saveItems } from '../content/save.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { changeState } from '../content/state.ts'
import { createItem, type WriteContext } from '../content/write.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { exportValues } from '../fields/values.ts'
import { applySchema, type ApplyRequest, type SchemaOutcome } from '../modeling/apply.ts'
import { readSource } from '../modeling/read-source.ts'
import { stages, type Item, type Stage } from '../store/records.ts'
import { unboundedParser } from '../text/text-parser.ts'
import type { Store } from '../store/store.ts'
import { examineItems } from '../upkeep/examine-items.ts'

export type SchemaBench = Awaited<ReturnType<typeof startSchemaBench>>

export async function startSchemaBench(store: Store) {
  const now = (): number => Date.UTC(2026, 0, 1)
  const texts = unboundedParser
  const context: WriteContext = { store, schemas: cachedSchemas(), texts, now }
  const rootId = await createRoot(store, { luid: 'bench', name: 'Bench' })
  let current: RootDefinition | undefined

  async function root(): Promise<RootDefinition> {
    current = await store.read((tx) => tx.roots.load(rootId))
    return current
  }

  async function item(id: number): Promise<Item> {
    const [found] = await store.read((tx) => tx.items.load([id]))
    return found ?? assert.fail(`there is no item ${id}`)
  }

  return {
    store,
    context,
    rootId,
    now,
    root,
    item,
    items: (): Promise<Item[]> => store.read((tx) => tx.items.after({ rootId }, 0, 1000)),

    async apply(text: string, request: Partial<ApplyRequest> = {}): Promise<SchemaOutcome> {
      const source = readSource(text, 'schema.yaml')
      const fixed = {
        rootId,
        source,
        isPrune: false,
        isConfirmed: false,
        isDryRun: false,
        actor: 'cli',
      }
      const outcome = await applySchema(context, { ...fixed, ...request })
      await root()
      return outcome
    },

    async create(
      model: string,
      body: unknown,
      stage: Stage = 'draft',
      space = '_parent',
    ): Promise<number> {
      const spaceId = (await root()).spaces.find(({ luid }) => luid === space)?.id ?? 0
      const source = { textFormat: 'portable_html' as const, allowsMultiselect: true }
      return createItem(context, { rootId, spaceId, actor: 'test', model, stage, body, ...source })
    },

    /** Changes the stored data in every language and stage, without validation. */
    async change(id: number, edit: (values: StoredValues) => StoredValues): Promise<void> {
      await store.write(async (tx) => {
        const schema = await context.schemas.forWriting(tx, rootId)
        const [found] = await tx.items.load([id])
        if (!found) return
        for (const language of found.languages.values()) {
          for (const stage of stages) {
            const data = language[stage]
            if (data) data.values = edit(data.values)
          }
        }
        await saveItems(tx, schema, [found], {
          actor: 'test',
          action: 'edit',
          at: now(),
          isNew: false,
          before: [],
        })
      })
    },

    trash: (id: number): Promise<void> =>
      changeState(context, {
        rootId,
        actor: 'test',
        ids: [id],
        action: 'delete',
        languageId: null,
      }),

    /** Id of a top-level field of any model. */
    fieldId: (luid: string): number =>
      current?.models.flatMap(({ fields }) => fields).find((field) => field.luid === luid)?.id ?? 0,

    /** The newest data of an item in one language, with the current names. */
    async exported(id: number, key = 'en'): Promise<Record<string, unknown>> {
      const schema = indexSchema(await root())
      const { languages, modelId } = await item(id)
      const state = languages.get(schema.languageByKey.get(key)?.id ?? 0)
      const data = state?.draft ?? state?.published
      return exportValues(data?.values ?? {}, schema.modelById.get(modelId)?.fields ?? [], schema)
    },

    async addKey(id: number, spaceIds: number[]): Promise<void> {
      await store.write((tx) =>
        tx.keys.insert({
          id,
          rootId,
          name: `key ${id}`,
          secretHash: String(id),
          hint: '',
          reads: 'published',
          spaceIds,
          writesContents: false,
          writesMedia: false,
          publishes: true,
          listsMedia: false,
          readLimit: null,
          writeLimit: null,
          expiresAt: null,
          disabledAt: null,
          createdAt: now(),
        }),
      )
    },

    /** Asserts that derived data is up to date and that there are no orphans. */
    async checkDerived(): Promise<void> {
      await store.write(async (tx) => {
        const schema = indexSchema(await tx.roots.load(rootId))
        const faults = await examineItems(tx, schema, await tx.items.after({ rootId }, 0, 10_000))
        assert.deepEqual(
          faults.map(({ stored, reasons }) => [stored.id, reasons]),
          [],
        )
        assert.deepEqual(await tx.derived.orphans(10), [])
      })
    },
  }
}
