/** Changes one item: create, save, change of state, duplicate. */
import type { RestoredFrom } from '@octavo/schema/admin/bulk.ts'
import type { EditableItem, ItemStateChange } from '@octavo/schema/admin/items.ts'
import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import type { QuotaCheck } from '../../access/quotas.ts'
import { idempotencyOwnerOf } from '../../access/principal.ts'
import { isRepeated, type Idempotency } from '../../content/idempotency.ts'
import { changeState, duplicateItem } from '../../content/state.ts'
import type { UndoableVersions } from '../../content/undo.ts'
import { addDraftToItem, createItem, patchItem, type WriteContext } from '../../content/write.ts'
import { actorOf, type AdminCall, type AdminHandlers } from '../api.ts'
import { idIn, mayUse, notFoundError, spaceNamed } from '../checks.ts'
import { requireDraftsOnly } from './drafts-only.ts'
import { editableItem, findItem, type EditableDeps } from './editable.ts'
import { bodyOf, withStudioPaths } from './problems.ts'
import { ItemChanged, requireVersions } from './versions.ts'

export interface ChangeDeps extends WriteContext, EditableDeps {
  /** Content from Studio counts like content from API keys. Requests of users are not counted. */
  readonly quotas: Pick<QuotaCheck, 'requireRoom' | 'invalidate'>
}

interface ItemPlace {
  rootId: number
  spaceId: number
  id: number
}

/** Carries the current item, so that the sender can see what the write would overwrite. */
export class ItemConflict extends Refusal {
  override name = 'ItemConflict'
  readonly current: EditableItem

  constructor({ kind, problems }: Refusal, current: EditableItem) {
    super(kind, problems)
    this.current = current
  }
}

/** Finds and shows the item of a call. */
export function itemChanges(deps: ChangeDeps) {
  const shown = ({ root }: AdminCall, itemId: number): Promise<EditableItem> =>
    deps.store.read(async (tx) => {
      const schema = await deps.schemas.in(tx, root.schema.root.id)
      return editableItem(tx, deps, { ...root, schema }, itemId)
    })

  /** The ids of the item, if the caller may see it. */
  async function itemOf(call: AdminCall): Promise<ItemPlace> {
    const item = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
    return { rootId: item.rootId, spaceId: item.spaceId, id: item.id }
  }

  async function orConflict(call: AdminCall, itemId: number, work: () => Promise<unknown>) {
    try {
      await withStudioPaths(call.root.schema, work)
      return await shown(call, itemId)
    } catch (error) {
      if (!(error instanceof ItemChanged)) throw error
      throw new ItemConflict(error, await shown(call, itemId))
    }
  }

  return { shown, itemOf, orConflict }
}

export function contentChangeHandlers(deps: ChangeDeps) {
  const { shown, itemOf, orConflict } = itemChanges(deps)
  return {
    createItem: async (call, { model, space, languages, requestId }) => {
      const { schema } = call.root
      const spaceId = spaceNamed(call.root, space).id
      const idempotency = idempotencyOf(call, requestId, JSON.stringify([model, spaceId]))
      const isAgain = async () => idempotency !== undefined && isRepeated(deps, idempotency)
      await deps.quotas.requireRoom(schema.root, { items: 1 }, isAgain)
      const creation = {
        rootId: schema.root.id,
        spaceId,
        actor: actorOf(call),
        model,
        stage: 'draft',
        ...studioSource(call),
        body: bodyOf(languages),
        ...(idempotency && { idempotency }),
      } as const
      return shown(call, await withStudioPaths(schema, () => createItem(deps, creation)))
    },
    saveItem: async (call, { languages }) => {
      const item = await itemOf(call)
      const expected = Object.fromEntries(
        Object.entries(languages).map(([key, language]) => [key, language.expected]),
      )
      return orConflict(call, item.id, () =>
        patchItem(deps, {
          ...item,
          actor: actorOf(call),
          stage: 'draft',
          ...studioSource(call),
          body: bodyOf(languages),
          checkBefore: (before, schema) => requireVersions(before, schema, expected),
        }),
      )
    },
    changeItem: async (call, change) => {
      const item = await itemOf(call)
      return orConflict(call, item.id, () => apply(deps, call, item, change))
    },
    duplicateItem: async (call) => {
      const item = await itemOf(call)
      await deps.quotas.requireRoom(call.root.schema.root, { items: 1 })
      return shown(
        call,
        await duplicateItem(deps, { ...item, actor: actorOf(call), isWithoutUnique: true }),
      )
    },
  } satisfies Partial<AdminHandlers>
}

/** Studio may write every field type. References to spaces that the writer may not see are rejected. */
export function studioSource({ root }: AdminCall) {
  return {
    textFormat: 'portable_html',
    allowsMultiselect: true,
    reachableSpaceIds: root.spaceIds,
  } as const
}

function idempotencyOf(
  { principal }: AdminCall,
  name: string | undefined,
  sent: string,
): Idempotency | undefined {
  if (name === undefined) return undefined
  const keyId = idempotencyOwnerOf(principal)
  return { keyId, name, requestDigest: hash('sha256', sent) }
}

export async function apply(
  deps: ChangeDeps,
  call: AdminCall,
  item: ItemPlace,
  {
    action: wanted,
    language = null,
    expected = {},
    from,
  }: ItemStateChange & { from?: RestoredFrom },
): Promise<UndoableVersions | undefined> {
  const checkBefore = (before: Parameters<typeof requireVersions>[0], schema: Schema): void => {
    if (!mayUse(call.root, before.spaceId)) throw notFoundError('item')
    requireDraftsOnly(call, before, schema, { action: wanted, language })
    requireVersions(before, schema, expected)
  }
  const actor = actorOf(call)
  if (wanted === 'addDraft') {
    await addDraftToItem(deps, { ...item, actor, ...studioSource(call), body: {}, checkBefore })
    return undefined
  }
  let undoable: UndoableVersions | undefined
  const isUndoable = wanted === 'publish' || wanted === 'unpublish' || wanted === 'removeLanguage'
  await changeState(deps, {
    rootId: item.rootId,
    actor,
    ids: [item.id],
    action: stateActionOf[wanted],
    languageId: languageIdOf(call.root.schema, language),
    from,
    ...(isUndoable && { onUndoable: (_id, versions) => (undoable = versions) }),
    checkBefore,
  })
  if (wanted === 'restore') deps.quotas.invalidate(item.rootId)
  return undoable
}

const stateActionOf = {
  publish: 'publish',
  unpublish: 'unpublish',
  discardDraft: 'discard draft',
  removeLanguage: 'remove language',
  archive: 'archive',
  restore: 'restore',
  delete: 'delete',
} as const

export function languageIdOf(schema: Schema, key: string | null | undefined): number | null {
  if (key === null || key === undefined) return null
  const language = schema.languageByKey.get(key)
  if (language) return language.id
  throw new Refusal('badRequest', [problemAt('language', say('noLanguage'))])
}
