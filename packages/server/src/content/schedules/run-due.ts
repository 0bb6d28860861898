/** Does what is due: in the order of the times, each plan and release once. */
import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Item } from '../../store/records.ts'
import type { Release } from '../../store/releases.ts'
import type { Schedule } from '../../store/schedules.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { failRelease, runDueRelease } from '../releases/run-due.ts'
import { retryTaken } from '../retry-taken.ts'
import { saveItems } from '../save.ts'
import { withCopies } from './apply-copies.ts'
import { currentTime } from './current-time.ts'

/** Attempts of a plan that fails for an unexpected reason, before it is reported as failed. */
const maxAttempts = 5

export interface DueRunner {
  /** Runs the first plans if they are due. Returns the time until the next ones; undefined if there are none. */
  step(): Promise<number | undefined>
}

export function createDueRunner(context: ContentContext): DueRunner {
  /** How often the first plans have failed for an unexpected reason. */
  let attempts = 0

  return {
    async step() {
      const { due, now } = await context.store.read(async (tx) => ({
        due: firstDue(await tx.schedules.first(), await tx.releases.first()),
        now: await currentTime(tx, context),
      }))
      if (!due) return undefined
      if (due.at > now) return due.at - now
      try {
        await (due.release ? runRelease(context, due.release) : runTogether(context, due.plans))
        attempts = 0
      } catch (error) {
        // A bug in one plan must not stop all others. While the database is down, this fails too.
        if (++attempts < maxAttempts) throw error
        const problems = [{ path: '', ...say('scheduleBroken') }]
        await (due.release
          ? failRelease(context, due.release, problems)
          : fail(context, due.plans, problems))
        attempts = 0
      }
      return 0
    },
  }
}

/** The plans of an item, or a release. At the same time, plans of items come first. */
type Due =
  | { at: number; plans: readonly Schedule[]; release?: undefined }
  | { at: number; release: Release }

function firstDue(plans: readonly Schedule[], release: Release | undefined): Due | undefined {
  const [first] = plans
  const at = release?.dueAt ?? undefined
  if (release && at !== undefined && (!first || at < first.dueAt)) return { at, release }
  return first && { at: first.dueAt, plans }
}

async function runRelease(context: ContentContext, release: Release): Promise<void> {
  try {
    await runDueRelease(context, release)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await failRelease(context, release, error.problems)
  }
}

/** If the languages cannot be changed together, those that can be are changed. */
async function runTogether(context: ContentContext, plans: readonly Schedule[]): Promise<void> {
  try {
    await retryTaken(() => context.store.write((tx) => run(tx, context, plans)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (plans.length === 1) return fail(context, plans, error.problems)
    for (const plan of plans) await runTogether(context, [plan])
  }
}

/** The change and the removal of the plan are one transaction, so it happens once. */
async function run(
  tx: WriteTransaction,
  context: ContentContext,
  plans: readonly Schedule[],
): Promise<void> {
  const [first] = plans
  if (!first) return
  const schema = await context.schemas.forWriting(tx, first.rootId)
  const { item, due, now } = await lockDue(tx, context, first.itemId, plans)
  if (due.length === 0) return
  if (!item) return tx.schedules.remove(due)
  const changed = await withCopies(tx, schema, item, due, now)
  if (changed.problems.length > 0) throw new Refusal('badRequest', changed.problems)
  await tx.schedules.remove(due)
  if (isSame(item, changed.item)) return
  const { actor, action } = first
  const entry = { actor, action, at: now, isNew: false, before: [item] }
  await saveItems(tx, schema, [changed.item], entry)
}

async function fail(
  context: ContentContext,
  plans: readonly Schedule[],
  problems: readonly Problem[],
): Promise<void> {
  const [first] = plans
  if (!first) return
  await context.store.write(async (tx) => {
    await context.schemas.forWriting(tx, first.rootId)
    const { item, due, now } = await lockDue(tx, context, first.itemId, plans)
    if (!item || due.length === 0) return
    const failed = due.map((plan) => ({ ...plan, failedAt: now, problems: [...problems] }))
    await tx.schedules.save(failed)
    const { id: subjectId, rootId, modelId } = item
    const action = `${first.action} failed`
    const entry = { at: now, rootId, subjectId, modelId, actor: 'system', action }
    await tx.changes.append([{ ...entry, kind: 'item', scopes: [] }])
  })
}

/** The plans that are still pending and due. Another process may have run them, or a user moved them. */
async function lockDue(
  tx: WriteTransaction,
  context: ContentContext,
  itemId: number,
  plans: readonly Schedule[],
): Promise<{ item: Item | undefined; due: Schedule[]; now: number }> {
  const [item] = await tx.items.load([itemId])
  const current = await tx.schedules.ofItems([itemId])
  const now = await currentTime(tx, context)
  const due = current.filter(
    (one) =>
      one.failedAt === null &&
      one.dueAt <= now &&
      plans.some(
        (plan) =>
          plan.languageId === one.languageId &&
          plan.action === one.action &&
          plan.dueAt === one.dueAt,
      ),
  )
  return { item, due, now }
}

/** Unpublishing something that is not published changes nothing. */
function isSame(before: Item, after: Item): boolean {
  const { size } = before.languages
  return (
    after.languages.size === size &&
    [...after.languages].every(([id, language]) => before.languages.get(id) === language)
  )
}
