/** Undoes the last publication of languages of an item, or its end: exactly, or not at all. */
import { addProblem, problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { UndoState } from '../store/undo-states.ts'
import type { ContentContext } from './context.ts'
import { restorePlans, type DroppedPlans } from './dropped-plans.ts'
import { languageVersion } from './language-version.ts'
import { retryTaken } from './retry-taken.ts'
import { publicationProblems } from './rules.ts'
import { saveItems } from './save.ts'

/** How long a change can be undone, in milliseconds. */
export const undoTime = 60 * 60 * 1000

/** The versions after a change that can be undone, by language id. */
export type UndoableVersions = ReadonlyMap<number, string>

/** Stores what a change replaces, in its transaction. Returns the versions that undo it. */
export async function recordUndo(
  tx: WriteTransaction,
  schema: Schema,
  { before, after, dropped, at }: { before: Item; after: Item; dropped: DroppedPlans; at: number },
): Promise<UndoableVersions> {
  const ids = new Set([...before.languages.keys(), ...after.languages.keys()])
  const states = [...ids].flatMap((languageId): UndoState[] => {
    const previous = before.languages.get(languageId)
    const version = languageVersion(after.languages.get(languageId))
    if (version === languageVersion(previous)) return []
    const isOwn = (plan: { itemId: number; languageId: number }): boolean =>
      plan.itemId === after.id && plan.languageId === languageId
    const schedules = dropped.schedules.filter(isOwn)
    const entries = dropped.entries.filter(isOwn)
    const rootVersion = schema.root.version
    const facts = { itemId: after.id, languageId, version, rootVersion, at }
    return [{ ...facts, previous: previous ?? null, schedules, entries }]
  })
  await tx.undos.save(states)
  return new Map(states.map(({ languageId, version }) => [languageId, version]))
}

export interface UndoRequest {
  rootId: number
  actor: string
  id: number
  versions: UndoableVersions
  /** Throws if this change of the item is not allowed. */
  checkBefore(before: Item, after: Item): void
}

/** Rejected if one of the languages has changed since, or the schema that its values belong to. */
export function undoChange(context: ContentContext, request: UndoRequest): Promise<void> {
  const { rootId, actor, id } = request
  return retryTaken(() =>
    context.store.write(async (tx) => {
      const schema = await context.schemas.forWriting(tx, rootId)
      const [before] = await tx.items.load([id])
      if (before?.rootId !== rootId) throw new Refusal('notFound', say('itemGone'))
      const { after, ...dropped } = await withPrevious(tx, schema, before, {
        ...request,
        now: context.now(),
      })
      request.checkBefore(before, after)
      const problems = await publicationProblems(tx, schema, before, after)
      if (problems.length > 0) throw new Refusal('badRequest', problems)
      const isPublic = Array.from(request.versions.keys()).some(
        (languageId) => after.languages.get(languageId)?.published,
      )
      const action = isPublic ? 'publish' : 'unpublish'
      const entry = { actor, action, at: context.now(), isNew: false, before: [before] }
      await saveItems(tx, schema, [after], entry)
      await restorePlans(tx, after, dropped, entry)
    }),
  )
}

async function withPrevious(
  tx: WriteTransaction,
  schema: Schema,
  item: Item,
  { versions, now }: Pick<UndoRequest, 'versions'> & { now: number },
): Promise<DroppedPlans & { after: Item }> {
  const problems: Problem[] = []
  const undone: UndoState[] = []
  const languages = new Map(item.languages)
  const states = new Map((await tx.undos.ofItem(item.id)).map((one) => [one.languageId, one]))
  const isInactive = item.archivedAt !== null || item.deletedAt !== null
  for (const [languageId, version] of versions) {
    const state = states.get(languageId)
    const isCurrent =
      !isInactive &&
      state?.version === version &&
      state.rootVersion === schema.root.version &&
      now - state.at < undoTime &&
      languageVersion(item.languages.get(languageId)) === version
    if (!isCurrent) {
      const path = `languages.${schema.languageById.get(languageId)?.key ?? ''}`
      addProblem(problems, problemAt(path, say('changedSince')))
      continue
    }
    undone.push(state)
    if (state.previous) languages.set(languageId, state.previous)
    else languages.delete(languageId)
  }
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const sorted = new Map([...languages].toSorted(([a], [b]) => a - b))
  return {
    after: { ...item, languages: sorted },
    schedules: undone.flatMap(({ schedules }) => schedules ?? []),
    entries: undone.flatMap(({ entries }) => entries ?? []),
  }
}
