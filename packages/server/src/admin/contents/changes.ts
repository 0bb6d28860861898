/** Changing one item: create, save, change of state, duplicate. */
import type {
  EditableItem,
  ItemAction,
  ItemCreation,
  ItemSave,
  ItemStateChange,
} from '@octavo/schema/admin/items.ts'
import { hash } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import { isRepeated, type Once } from '../../content/once.ts'
import { changeState, duplicateItem, type StateAction } from '../../content/state.ts'
import { addDraftToItem, createItem, patchItem, type WriteContext } from '../../content/write.ts'
import { actorOf, type AdminCall, type AdminHandlers } from '../api.ts'
import { idIn, mayUse, notThere, spaceNamed } from '../checks.ts'
import { requireRoom, type QuotaDeps } from '../quotas.ts'
import { editableItem, findItem, type EditableDeps } from './editable.ts'
import { bodyOf, inStudioWords } from './problems.ts'
import { ItemChanged, requireVersions } from './versions.ts'

export interface ChangeDeps extends WriteContext, EditableDeps, QuotaDeps {}

/** What a save or a change of state would overwrite, for the sender to look at. */
export class ItemConflict extends Refusal {
  override name = 'ItemConflict'
  readonly current: EditableItem

  constructor({ kind, problems }: Refusal, current: EditableItem) {
    super(kind, problems)
    this.current = current
  }
}

export function contentChangeHandlers(deps: ChangeDeps) {
  return {
    createItem: (call, body) => create(deps, call, body),
    saveItem: (call, body) => save(deps, call, body),
    changeItem: (call, body) => changeOne(deps, call, body),
    duplicateItem: async (call) => {
      const item = await itemOf(deps, call)
      await requireRoom(deps, call, { items: 1 })
      const copy = await duplicateItem(deps, { ...item, actor: actorOf(call) })
      return shown(deps, call, copy)
    },
  } satisfies Partial<AdminHandlers>
}

function shown(deps: ChangeDeps, { root }: AdminCall, itemId: number): Promise<EditableItem> {
  return deps.store.read(async (tx) => {
    const schema = await deps.schemas.in(tx, root.schema.root.id)
    return editableItem(tx, deps, { ...root, schema }, itemId)
  })
}

/** Where the item is, if the caller may see it. */
async function itemOf(
  deps: ChangeDeps,
  call: AdminCall,
): Promise<{ rootId: number; spaceId: number; id: number }> {
  const item = await deps.store.read((tx) => findItem(tx, call.root, idIn(call, 'item')))
  return { rootId: item.rootId, spaceId: item.spaceId, id: item.id }
}

/** Studio writes every type, and what the writer may not see is not there to be pointed at. */
export function door({ root }: AdminCall) {
  return {
    textFormat: 'portable_html',
    allowsMultiselect: true,
    reachableSpaceIds: root.spaceIds,
  } as const
}

async function create(
  deps: ChangeDeps,
  call: AdminCall,
  { model, space, languages, requestId }: ItemCreation,
): Promise<EditableItem> {
  const { schema } = call.root
  const spaceId = spaceNamed(call.root, space).id
  const once = onceOf(call, requestId, JSON.stringify([model, spaceId]))
  await requireRoom(
    deps,
    call,
    { items: 1 },
    async () => once !== undefined && isRepeated(deps, once),
  )
  const itemId = await inStudioWords(schema, () =>
    createItem(deps, {
      rootId: schema.root.id,
      spaceId,
      actor: actorOf(call),
      model,
      stage: 'draft',
      ...door(call),
      body: bodyOf(languages),
      ...(once && { once }),
    }),
  )
  return shown(deps, call, itemId)
}

function onceOf({ caller }: AdminCall, name: string | undefined, sent: string): Once | undefined {
  if (name === undefined) return undefined
  // Keys have positive ids: people and keys never find each other's requests.
  return { keyId: -caller.user.id, name, requestDigest: hash('sha256', sent) }
}

async function save(
  deps: ChangeDeps,
  call: AdminCall,
  { languages }: ItemSave,
): Promise<EditableItem> {
  const item = await itemOf(deps, call)
  const expected = Object.fromEntries(
    Object.entries(languages).map(([key, language]) => [key, language.expected]),
  )
  await orConflict(deps, call, item.id, () =>
    patchItem(deps, {
      ...item,
      actor: actorOf(call),
      stage: 'draft',
      ...door(call),
      body: bodyOf(languages),
      checkBefore: (before, schema) => requireVersions(before, schema, expected),
    }),
  )
  return shown(deps, call, item.id)
}

async function changeOne(
  deps: ChangeDeps,
  call: AdminCall,
  change: ItemStateChange,
): Promise<EditableItem> {
  const item = await itemOf(deps, call)
  await orConflict(deps, call, item.id, () => apply(deps, call, item, change))
  return shown(deps, call, item.id)
}

export async function apply(
  deps: ChangeDeps,
  call: AdminCall,
  item: { rootId: number; spaceId: number; id: number },
  { action: wanted, language, expected = {} }: ItemStateChange,
): Promise<void> {
  const checkBefore = (before: Parameters<typeof requireVersions>[0], schema: Schema): void => {
    if (!mayUse(call.root, before.spaceId)) throw notThere('item')
    requireVersions(before, schema, expected)
  }
  const actor = actorOf(call)
  if (wanted === 'addDraft') {
    await addDraftToItem(deps, { ...item, actor, ...door(call), body: {}, checkBefore })
    return
  }
  await changeState(deps, {
    rootId: item.rootId,
    actor,
    ids: [item.id],
    action: stateActionOf[wanted],
    languageId: languageIdOf(call.root.schema, language),
    checkBefore,
  })
  if (wanted === 'restore') deps.quotas.forget(item.rootId)
}

const stateActionOf: Record<Exclude<ItemAction, 'addDraft'>, StateAction> = {
  publish: 'publish',
  unpublish: 'unpublish',
  discardDraft: 'discard draft',
  archive: 'archive',
  restore: 'restore',
  delete: 'delete',
}

async function orConflict(
  deps: ChangeDeps,
  call: AdminCall,
  itemId: number,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await inStudioWords(call.root.schema, work)
  } catch (error) {
    if (!(error instanceof ItemChanged)) throw error
    throw new ItemConflict(error, await shown(deps, call, itemId))
  }
}

export function languageIdOf(schema: Schema, key: string | null | undefined): number | null {
  if (key === null || key === undefined) return null
  const language = schema.languageByKey.get(key)
  if (language) return language.id
  throw new Refusal('badRequest', [problemAt('language', say('noLanguage'))])
}
