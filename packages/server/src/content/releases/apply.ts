/** The items as a release would leave them, and what prevents that. */
import { addProblem, collectProblems, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import { claimKey, type Item } from '../../store/records.ts'
import type { Release, ReleaseEntry } from '../../store/releases.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { claimsOf } from '../derive.ts'
import { publicationProblems, takenValue } from '../rules.ts'
import { withCopies } from '../schedules/apply-copies.ts'
import { isCopyOf, trash } from '../transitions.ts'
import { baseOf, languageName, wholeItem } from './entries.ts'
import { eachItemOf } from './find.ts'

export interface ItemChange {
  before: Item
  after: Item
  entries: readonly ReleaseEntry[]
}

/** A language that was published after its entry was added, with other content. */
export interface Conflict {
  item: Item
  languageId: number
  at: number
}

export interface Applied {
  changes: ItemChange[]
  problems: Problem[]
  conflicts: Conflict[]
}

export async function applyRelease(
  tx: ReadTransaction,
  schema: Schema,
  release: Release,
  now: number,
): Promise<Applied> {
  const problems: Problem[] = []
  const changes: ItemChange[] = []
  const ids = new Set<number>()
  await eachItemOf(tx, release, async (some) => {
    for (const { itemId: id, item, entries } of some) {
      ids.add(id)
      const result = item
        ? await changedBy(tx, schema, item, entries, now)
        : new Refusal('badRequest', say('itemsGone', { ids: String(id) }))
      if (result instanceof Refusal) addAll(problems, result.problems)
      else {
        addAll(problems, result.problems.map(inItem(id)))
        changes.push({ before: result.before, after: result.after, entries })
      }
    }
  })
  const kept = withoutOwnClaims(problems, ids)
  addAll(kept, await collisions(schema, changes))
  return { changes, problems: kept, conflicts: await conflictsOf(tx, release, changes) }
}

const inItem =
  (id: number) =>
  (problem: Problem): Problem => ({ ...problem, path: `item ${id}, ${problem.path}` })

function addAll(problems: Problem[], more: readonly Problem[]): void {
  collectProblems(problems, () => {
    for (const problem of more) addProblem(problems, problem)
  })
}

async function changedBy(
  tx: ReadTransaction,
  schema: Schema,
  before: Item,
  entries: readonly ReleaseEntry[],
  now: number,
): Promise<{ before: Item; after: Item; problems: Problem[] } | Refusal> {
  if (entries.some(({ action }) => action === 'delete')) {
    const after = before.deletedAt === null ? trash(before, now) : before
    return { before, after, problems: [] }
  }
  try {
    const { item: after, problems } = await withCopies(tx, schema, before, entries, now)
    return { before, after, problems }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Items of a release may exchange unique values, so only their values after the release matter. */
function withoutOwnClaims(problems: readonly Problem[], ids: ReadonlySet<number>): Problem[] {
  return problems.filter(({ code, values }) => code !== 'taken' || !ids.has(Number(values?.['id'])))
}

/** Unique values that several items of the release would have. */
async function collisions(schema: Schema, changes: readonly { after: Item }[]): Promise<Problem[]> {
  const holders = new Map<string, number>()
  const found: Problem[] = []
  await inBatches(changes, (some) => {
    for (const { after } of some) {
      for (const claim of claimsOf(schema, after)) {
        const key = claimKey(claim)
        const holder = holders.get(key)
        if (holder === undefined) holders.set(key, after.id)
        else if (holder !== after.id) {
          found.push(inItem(after.id)(takenValue(schema, claim, `item ${holder}`, holder)))
        }
      }
    }
  })
  return found
}

/** The rules of items that another use case has changed, as if all of them were saved together. */
export async function problemsOfAll(
  tx: ReadTransaction,
  schema: Schema,
  changes: readonly { before: Item; after: Item }[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  await inBatches(changes, async (some) => {
    for (const { before, after } of some) {
      const found = await publicationProblems(tx, schema, before, after)
      addAll(problems, found.map(inItem(after.id)))
    }
  })
  const kept = withoutOwnClaims(problems, new Set(changes.map(({ after }) => after.id)))
  addAll(kept, await collisions(schema, changes))
  return kept
}

/** What other releases published meanwhile is no conflict: they were planned with this one. */
async function conflictsOf(
  tx: ReadTransaction,
  release: Release,
  changes: readonly ItemChange[],
): Promise<Conflict[]> {
  const suspects = changes.flatMap(({ before: item, entries }) =>
    entries
      .filter((entry) => isPublishedSince(item, entry))
      .map(({ languageId }) => ({ item, languageId, at: baseOf(item, languageId) })),
  )
  if (suspects.length === 0) return []
  const others = await tx.releases.outlines([...new Set(suspects.map(({ item }) => item.id))])
  const releases = await tx.releases.byId([...new Set(others.map(({ releaseId }) => releaseId))])
  const times = new Map(releases.map(({ id, publishedAt }) => [id, publishedAt]))
  return suspects.filter(
    ({ item, languageId, at }) =>
      !others.some(
        (other) =>
          other.releaseId !== release.id &&
          other.itemId === item.id &&
          (languageId === wholeItem || other.languageId === languageId) &&
          times.get(other.releaseId) === at,
      ),
  )
}

export function isPublishedSince(item: Item, { languageId, base, copy }: ReleaseEntry): boolean {
  const at = baseOf(item, languageId)
  if (at === 0 || at === base) return false
  const published = item.languages.get(languageId)?.published ?? null
  return copy === null || !isCopyOf(copy, published)
}

export function conflictProblems(schema: Schema, conflicts: readonly Conflict[]): Problem[] {
  return conflicts.map(({ item, languageId }) => ({
    path: '',
    ...say('releaseConflict', { id: item.id, language: languageName(schema, languageId) }),
  }))
}
