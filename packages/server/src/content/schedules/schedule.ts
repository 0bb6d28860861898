/** Plans publications and unpublications, moves and cancels them. */
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../../store/records.ts'
import type { Schedule, ScheduleKey } from '../../store/schedules.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { itemOfRoot } from '../load.ts'
import { isPublic, requireActive, withCopies } from './apply-copies.ts'
import { currentTime } from './current-time.ts'

interface ItemRequest {
  rootId: number
  actor: string
  id: number
  /** Only this language; null for all. */
  languageId: number | null
  /** Throws if an item is not in the expected state. */
  checkBefore?(item: Item, schema: Schema): void
}

export interface ScheduleRequest extends ItemRequest {
  publishAt?: number | undefined
  unpublishAt?: number | undefined
}

/**
 * Plans to publish the drafts as they are now, and to unpublish. Replaces earlier plans of the same action
 * in the same languages. The rules are checked now and again when it is due.
 */
export function scheduleItem(context: ContentContext, request: ScheduleRequest): Promise<void> {
  return inItem(context, request, async (tx, { item, schema, existing, now }) => {
    requireActive(item)
    const { publishAt, unpublishAt } = request
    const problems: Problem[] = []
    requireFuture(publishAt, 'publishAt', now, problems)
    requireFuture(unpublishAt, 'unpublishAt', now, problems)
    const facts = { itemId: item.id, rootId: item.rootId, actor: request.actor, createdAt: now }
    const fresh = { ...facts, failedAt: null, problems: null }
    const planned: Schedule[] = []
    if (publishAt !== undefined) {
      for (const [languageId, { draft: copy }] of languagesOf(item, request)) {
        if (copy) planned.push({ ...fresh, languageId, action: 'publish', dueAt: publishAt, copy })
      }
      if (planned.length === 0) refuse(say('noDraftToPublish', { id: item.id }))
    }
    if (unpublishAt !== undefined) {
      const pending = [...planned, ...existing.filter(isPending)]
      const willBePublic = (languageId: number): boolean =>
        isPublic(item, languageId) ||
        pending.some((one) => one.action === 'publish' && one.languageId === languageId)
      const ids = languagesOf(item, request)
        .map(([id]) => id)
        .filter(willBePublic)
      if (ids.length === 0) refuse(say('notPublished', { id: item.id }))
      for (const languageId of ids) {
        planned.push({ ...fresh, languageId, action: 'unpublish', dueAt: unpublishAt, copy: null })
      }
    }
    checkOrder(planned, existing, problems)
    const changes = planned.flatMap(({ languageId, copy }) => (copy ? [{ languageId, copy }] : []))
    const { problems: broken } = await withCopies(tx, schema, item, changes, now)
    for (const problem of broken) addProblem(problems, problem)
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await tx.schedules.save(planned)
    await record(tx, item, request.actor, 'schedule', now)
  })
}

/** Cancels the plans, and removes those that failed. */
export function unscheduleItem(
  context: ContentContext,
  request: ItemRequest & { action?: Schedule['action'] | undefined },
): Promise<void> {
  return inItem(context, request, async (tx, { item, existing, now }) => {
    const { languageId, action } = request
    const removed = existing.filter(
      (one) =>
        (languageId === null || one.languageId === languageId) &&
        (action === undefined || one.action === action),
    )
    if (removed.length === 0) refuse(say('notScheduled', { id: item.id }))
    await tx.schedules.remove(removed)
    await record(tx, item, request.actor, 'unschedule', now)
  })
}

/** Changes the time of a plan and keeps its copy. A failed plan becomes pending again. */
export function moveSchedule(
  context: ContentContext,
  request: Omit<ItemRequest, 'languageId'> & ScheduleKey & { at: number },
): Promise<void> {
  const { languageId, action, at, actor } = request
  return inItem(context, request, async (tx, { item, existing, now }) => {
    const moved = existing.find((one) => one.languageId === languageId && one.action === action)
    if (!moved) return refuse(say('notScheduled', { id: item.id }))
    const problems: Problem[] = []
    requireFuture(at, 'at', now, problems)
    const next = { ...moved, dueAt: at, failedAt: null, problems: null }
    checkOrder([next], existing, problems, 'at')
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await tx.schedules.save([next])
    await record(tx, item, actor, 'reschedule', now)
  })
}

interface Planning {
  item: Item
  schema: Schema
  existing: Schedule[]
  now: number
}

function inItem(
  context: ContentContext,
  { rootId, id, checkBefore }: Omit<ItemRequest, 'languageId'>,
  work: (tx: WriteTransaction, planning: Planning) => Promise<void>,
): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const item = await itemOfRoot(tx, rootId, id)
    checkBefore?.(item, schema)
    const existing = await tx.schedules.ofItems([id])
    const now = await currentTime(tx, context)
    await work(tx, { item, schema, existing, now })
  })
}

/** Nothing that readers see changes: the entry has no scopes. */
async function record(
  tx: WriteTransaction,
  { id, rootId, modelId }: Item,
  actor: string,
  action: string,
  at: number,
): Promise<void> {
  await tx.changes.append([
    { at, rootId, kind: 'item', subjectId: id, modelId, actor, action, scopes: [] },
  ])
}

function languagesOf(item: Item, { languageId }: ItemRequest) {
  return [...item.languages].filter(([id]) => languageId === null || languageId === id)
}

const isPending = ({ failedAt }: Schedule): boolean => failedAt === null

function requireFuture(
  at: number | undefined,
  path: string,
  now: number,
  problems: Problem[],
): void {
  if (at !== undefined && at <= now) addProblem(problems, problemAt(path, say('pastTime')))
}

/** A language is published before it is unpublished. Plans of the same key are replaced. */
function checkOrder(
  planned: readonly Schedule[],
  existing: readonly Schedule[],
  problems: Problem[],
  path?: string,
): void {
  const isReplaced = (one: Schedule): boolean =>
    planned.some(({ languageId, action }) => languageId === one.languageId && action === one.action)
  const all = [...planned, ...existing.filter((one) => isPending(one) && !isReplaced(one))]
  const isWrong = all.some((one) =>
    all.some(
      (other) =>
        one.languageId === other.languageId &&
        one.action === 'publish' &&
        other.action === 'unpublish' &&
        other.dueAt <= one.dueAt,
    ),
  )
  if (!isWrong) return
  const isUnpublishing = planned.some(({ action }) => action === 'unpublish')
  const place = path ?? (isUnpublishing ? 'unpublishAt' : 'publishAt')
  addProblem(problems, problemAt(place, say('unpublishFirst')))
}

function refuse(message: ReturnType<typeof say>): never {
  throw new Refusal('badRequest', message)
}
