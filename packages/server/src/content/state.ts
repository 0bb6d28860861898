/** State changes without new values: publish, archive, delete, and their reversal. */
import { addProblem, Refusal, TooManyProblems, type Problem } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { say } from '@octavo/schema/problems.ts'
import { requireRoomIn } from '../access/quotas.ts'
import type { Item, StageData } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { ContentContext } from './context.ts'
import { dropFailed, dropPlansOfRemoved } from './dropped-plans.ts'
import { clearHidden } from './hidden.ts'
import { loadItem, requireVersion } from './load.ts'
import { runIdempotent, type Idempotency } from './idempotency.ts'
import { openCopy, type ReleaseTarget } from './releases/write.ts'
import { publicationProblems } from './rules.ts'
import { saveItems, schemaForSaving } from './save.ts'
import { retryTaken } from './retry-taken.ts'
import { withFreeSlugs, withSlugs } from './slugs.ts'
import * as transitions from './transitions.ts'
import { recordUndo, type UndoableVersions } from './undo.ts'

export const stateActions = [
  'publish',
  'unpublish',
  'add draft',
  'discard draft',
  'remove language',
  'archive',
  'restore',
  'delete',
] as const
export type StateAction = (typeof stateActions)[number]

export interface StateRequest {
  rootId: number
  actor: string
  ids: readonly number[]
  action: StateAction
  /** Only this language; null for all. Used by publish, unpublish, discard draft and remove language. */
  languageId: number | null
  /** Restores only items that are there; default: from wherever they are. */
  from?: 'archive' | 'trash' | undefined
  /** Makes the change undoable for a while, and receives the versions that undo it, for each item. */
  onUndoable?(id: number, versions: UndoableVersions): void
  /** Throws if an item is not in the expected state. */
  checkBefore?(item: Item, schema: Schema): void
}

/** How long deleted items stay in the trash. */
export const trashDays = 30
const trashTime = trashDays * 24 * 60 * 60 * 1000

/** Changes all items or none. The error lists every item that blocks the change. */
export function changeState(context: ContentContext, request: StateRequest): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await schemaForSaving(context, tx, request.rootId)
    const now = context.now()
    const items = await loadAll(tx, schema, request.ids)
    const problems: Problem[] = []
    const changed: Item[] = []
    for (const item of items) {
      request.checkBefore?.(item, schema)
      try {
        const shown = clearHidden(schema, item, apply(request, schema, item, now), now)
        const after = await withSlugs(tx, schema, item, shown)
        const found = await publicationProblems(tx, schema, item, after)
        for (const problem of found) {
          addProblem(problems, { ...problem, path: `item ${item.id}, ${problem.path}` })
        }
        changed.push(after)
      } catch (error) {
        if (!(error instanceof Refusal) || error instanceof TooManyProblems) throw error
        for (const problem of error.problems) addProblem(problems, problem)
      }
    }
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await requireRoomIn(tx, schema.root, { items: countRestored(items, changed) })
    const { actor, action } = request
    const entry = { actor, action, at: now, isNew: false, before: items }
    await saveItems(tx, schema, changed, entry)
    const changes = changed.map((after, index) => ({ before: items[index] ?? after, after }))
    const { schedules, entries } = await dropPlansOfRemoved(tx, changes, entry)
    const dropped = { schedules: [...schedules, ...(await dropFailed(tx, request))], entries }
    if (!request.onUndoable) return
    for (const { before, after } of changes) {
      const versions = await recordUndo(tx, schema, { before, after, dropped, at: now })
      request.onUndoable(after.id, versions)
    }
  })
}

/** How many items leave the trash, minus those that enter it. Trashed items do not count towards limits. */
function countRestored(before: readonly Item[], after: readonly Item[]): number {
  const inTrash = (items: readonly Item[]) => items.filter(({ deletedAt }) => deletedAt !== null)
  return inTrash(before).length - inTrash(after).length
}

/** DELETE of the content API: moves the item to the trash, from where an operator can restore it. */
export function deleteItem(
  context: ContentContext,
  request: {
    rootId: number
    spaceId: number
    actor: string
    id: number
    expectedVersions?: readonly string[]
    /** Throws if the item may not be deleted. */
    checkBefore?(item: Item): void
    /** The release that deletes the item when it is published. */
    release?: ReleaseTarget
  },
): Promise<number> {
  return context.store.write(async (tx) => {
    const schema = await schemaForSaving(context, tx, request.rootId)
    const item = await loadItem(tx, schema, request.id, request.spaceId)
    if (!request.release) await requireVersion(tx, item, request.expectedVersions)
    request.checkBefore?.(item)
    const at = context.now()
    if (request.release) {
      const copy = await openCopy(tx, item, request.release, { ...request, at })
      await copy.delete()
      return item.id
    }
    const entry = { actor: request.actor, action: 'delete', at, isNew: false, before: [item] }
    await saveItems(tx, schema, [transitions.trash(item, at)], entry)
    return item.id
  })
}

export function duplicateItem(
  context: ContentContext,
  request: {
    rootId: number
    spaceId: number
    actor: string
    id: number
    idempotency?: Idempotency
    /** Leaves out values that must be unique, so that the copy can be published. */
    isWithoutUnique?: boolean
  },
): Promise<number> {
  const work = (tx: WriteTransaction): Promise<number> =>
    runIdempotent(tx, request.idempotency, context, async () => {
      const schema = await schemaForSaving(context, tx, request.rootId)
      const item = await loadItem(tx, schema, request.id, request.spaceId)
      const [id = 0] = await tx.ids.allocate('content', 1)
      const at = context.now()
      const entry = { actor: request.actor, action: 'duplicate', at, isNew: true, before: [] }
      const whole = transitions.duplicate(item, id, at)
      const copied = request.isWithoutUnique ? withoutUnique(schema, whole) : whole
      const shown = clearHidden(schema, undefined, copied, at)
      const copy = await withFreeSlugs(tx, schema, shown)
      await saveItems(tx, schema, [copy], entry)
      return id
    })
  return retryTaken(() => context.store.write(work))
}

function withoutUnique(schema: Schema, item: Item): Item {
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  const unique = fields.filter((field) => 'unique' in field && field.unique)
  const stripped = (data: StageData): StageData => {
    const values = { ...data.values }
    for (const { id } of unique) delete values[id]
    return { ...data, values }
  }
  const languages = Array.from(
    item.languages,
    ([id, language]) =>
      [id, { ...language, draft: language.draft && stripped(language.draft) }] as const,
  )
  return { ...item, languages: new Map(languages) }
}

/** More items, with their revisions, would hold up other requests on SQLite. */
const removedAtOnce = 100

/** Removes some items that have been in the trash too long; returns how many were removed. */
export function emptyTrash(context: ContentContext): Promise<number> {
  return context.store.write(async (tx) => {
    const ids = await tx.items.trashedBefore(context.now() - trashTime, removedAtOnce)
    if (ids.length > 0) await tx.items.remove(ids)
    return ids.length
  })
}

function apply(request: StateRequest, schema: Schema, item: Item, now: number): Item {
  const { action, languageId } = request
  const isInTrash = item.deletedAt !== null
  if (action === 'restore' && (request.from ?? (isInTrash ? 'trash' : 'archive')) === 'trash') {
    return transitions.restoreFromTrash(item)
  }
  if (isInTrash) throw new Refusal('badRequest', say('itemInTrash', { id: item.id }))
  if (action === 'restore') return transitions.restoreFromArchive(item)
  if (action === 'delete') return transitions.trash(item, now)
  if (item.archivedAt !== null && action !== 'archive') {
    throw new Refusal('badRequest', say('itemArchived', { id: item.id }))
  }
  if (action === 'archive') return transitions.archive(item, now)
  if (action === 'publish') return transitions.publish(item, languageId, now)
  if (action === 'unpublish') return transitions.unpublish(item, languageId)
  if (action === 'add draft') return transitions.addDraft(item, new Map(), now)
  if (action === 'discard draft') return transitions.discardDraft(item, languageId)
  if (languageId === null || languageId === schema.mainLanguage.id) {
    throw new Refusal('badRequest', say('mainLanguageStays', { id: item.id }))
  }
  return transitions.removeLanguage(item, languageId)
}

async function loadAll(
  tx: WriteTransaction,
  schema: Schema,
  ids: readonly number[],
): Promise<Item[]> {
  const items = await tx.items.load([...new Set(ids)])
  const found = new Set(
    items.filter((item) => item.rootId === schema.root.id).map((item) => item.id),
  )
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return items
  throw new Refusal('notFound', say('itemsGone', { ids: listOf(missing) }))
}

const mostNamed = 20

function listOf(ids: readonly number[]): string {
  const named = ids.slice(0, mostNamed).join(', ')
  return ids.length > mostNamed ? `${named}, …` : named
}
