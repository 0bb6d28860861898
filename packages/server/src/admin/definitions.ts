/** Models, field sets, languages, spaces and settings of a root. */
import type { SchemaInput, SchemaPreview } from '@octavo/schema/admin/schema.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { permissionsOf } from '../access/principal.ts'
import type { ContentContext } from '../content/context.ts'
import { changeSettings } from '../content/settings.ts'
import type { MediaStorage } from '../media/storage.ts'
import { applySchema, previewSchema } from '../modeling/apply.ts'
import { exportSchema } from '../modeling/export.ts'
import { sourceOfValue } from '../modeling/source.ts'
import type { TextParser } from '../text/text-parser.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { done, mayUse } from './checks.ts'
import { requireOwnModels, type ModelsFileDeps } from './models-file.ts'
import { mayEnter, rootsIn } from './reach.ts'

interface DefinitionDeps extends ContentContext, ModelsFileDeps {
  readonly mediaStorage: MediaStorage
  readonly texts: TextParser
}

export function definitionHandlers(deps: DefinitionDeps) {
  const current = (call: AdminCall): Promise<RootDefinition> =>
    deps.store.read((tx) => tx.roots.load(call.root.schema.root.id))
  return {
    listRoots: async ({ principal }) => {
      const roots = await deps.store.read((tx) => rootsIn(deps, tx))
      const permissions = permissionsOf(principal)
      const visible = roots.filter((root) => mayEnter(permissions, root))
      return { roots: visible.map(({ luid, name }) => ({ luid, name })) }
    },
    readDefinition: (call) => Promise.resolve(call.root.schema.root),
    readSchema: (call) => Promise.resolve(documentOf(call.root.schema.root)),
    previewSchema: (call, proposal) =>
      orProblems(() => {
        requireOwnModels(deps, call.root.schema.root.luid)
        return previewSchema(deps, {
          rootId: call.root.schema.root.id,
          actor: actorOf(call),
          source: sourceOfValue(proposal.schema),
          isPrune: proposal.isPrune,
        })
      }),
    applySchema: async (call, { schema: wanted, ...change }) => {
      requireOwnModels(deps, call.root.schema.root.luid)
      await applySchema(deps, {
        ...change,
        rootId: call.root.schema.root.id,
        source: sourceOfValue(wanted),
        isDryRun: false,
        actor: actorOf(call),
      })
      return current(call)
    },
    changeSettings: async (call, settings) => {
      await changeSettings(deps, {
        rootId: call.root.schema.root.id,
        settings,
        actor: actorOf(call),
      })
      return (await current(call)).settings
    },
    loadDemo: async (call) => {
      const { luid, id } = call.root.schema.root
      requireOwnModels(deps, luid)
      const { loadDemoContent } = await import('../demo/load-demo.ts')
      await loadDemoContent(deps, deps.mediaStorage, id)
      return done
    },
    countContents: (call) => counts(deps, call),
  } satisfies Partial<AdminHandlers>
}

function documentOf(root: RootDefinition) {
  const file = JSON.parse(exportSchema(root)) as Partial<SchemaInput>
  const empty = { languages: [], spaces: [], fieldSets: [], models: [] }
  return { version: root.version, schema: { ...empty, ...file } }
}

/** While the user is still editing, an invalid schema is reported as problems instead of an error. */
async function orProblems(work: () => Promise<SchemaPreview>): Promise<SchemaPreview> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'badRequest') throw error
    return {
      lines: [],
      planned: [],
      isChanged: false,
      losses: [],
      lost: [],
      problems: [...error.problems],
    }
  }
}

function counts(deps: ContentContext, { root, reader }: AdminCall) {
  const { schema } = root
  return deps.store.read(async (tx) => {
    const items = await tx.studio.countItems(schema.root.id)
    const media = await tx.studio.countMedia(schema.root.id)
    const usable = items.filter(({ spaceId }) => mayUse(root, spaceId))
    const models = schema.root.models.map(({ id, luid }) => {
      const count = { active: 0, archived: 0, trash: 0 }
      for (const row of usable) if (row.modelId === id) count[row.state] += row.count
      return [luid, count] as const
    })
    const spaces = schema.root.spaces
      .filter(({ id }) => mayUse(root, id))
      .map(({ id, luid }) => {
        const here = usable.filter(({ spaceId, state }) => spaceId === id && state !== 'trash')
        const files = media.find(({ spaceId }) => spaceId === id)
        const count = here.reduce((sum, row) => sum + row.count, 0)
        return [luid, { items: count, media: files?.count ?? 0 }] as const
      })
    return { models: Object.fromEntries(models), spaces: Object.fromEntries(spaces) }
  }, reader)
}
