/** What happens to items until a time, or with releases: the plans that a preview shows. */
import { scheduleActions } from '@octavo/schema/choices.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Release, ReleaseAction } from '../../store/releases.ts'
import { settleAll } from '../../store/settle-all.ts'
import type { ReadTransaction } from '../../store/store.ts'

/** Releases in this order, or everything that is planned until a time. */
export type Wanted = { readonly rootId: number } & (
  | { readonly releases: readonly string[] }
  | { readonly at: number }
)

export interface Target {
  name: string
  view: View
  /** In this order; those that are due until a time are loaded with the steps. */
  releases: readonly Release[]
  /** The time until which schedules and releases count. */
  at: number | null
}

/** Throws if a release does not exist. Undefined if nothing is planned. */
export async function targetOf(tx: ReadTransaction, wanted: Wanted): Promise<Target | undefined> {
  if ('at' in wanted) {
    const { rootId, at } = wanted
    const last = await tx.previews.lastDue(rootId, at)
    if (last === undefined) return undefined
    return { name: `at ${rootId} ${last}`, view: 'published', releases: [], at: last }
  }
  const found = await settleAll(
    ...wanted.releases.map((luid) => tx.releases.find(wanted.rootId, luid)),
  )
  const releases: Release[] = []
  for (const [index, release] of found.entries()) {
    if (!release) {
      const luid = wanted.releases[index] ?? ''
      throw new Refusal('badRequest', [problemAt('release', say('releaseGone', { luid }))])
    }
    // Readers see a published one already.
    if (release.publishedAt === null) releases.push(release)
  }
  if (releases.length === 0) return undefined
  const name = `releases ${releases.map(({ id }) => id).join(',')}`
  return { name, view: 'draft', releases, at: null }
}

export interface Step {
  languageId: number
  action: ReleaseAction
  at: number | null
  /** Differs after each change of the plan. */
  stamp: string
  /** The release that has the content; null if a schedule has it. */
  releaseId: number | null
}

const mostItems = 10_000

/** The steps of each item, in order. Schedules run before releases of the same time. */
export async function stepsOf(
  tx: ReadTransaction,
  schema: Schema,
  { releases: wanted, at }: Target,
): Promise<Map<number, Step[]>> {
  const found: (Step & { itemId: number })[] = []
  if (at !== null) {
    const schedules = await tx.schedules.dueBy(schema.root.id, at, mostSchedules(schema) + 1)
    for (const { itemId, languageId, action, dueAt, createdAt } of schedules) {
      const stamp = `${action} ${dueAt} ${createdAt}`
      found.push({ itemId, languageId, action, at: dueAt, stamp, releaseId: null })
    }
  }
  const releases = at === null ? wanted : await tx.releases.dueBy(schema.root.id, at)
  for (const { id, dueAt } of releases) {
    for (const { itemId, languageId, action, stamp } of await tx.releases.stamps(id)) {
      const own = { itemId, languageId, action, at: dueAt, stamp: `${id}:${stamp}` }
      found.push({ ...own, releaseId: id })
    }
  }
  const ordered = at === null ? found : found.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
  const byItem = Map.groupBy(ordered, ({ itemId }) => itemId)
  if (byItem.size > mostItems) {
    throw new Refusal('badRequest', say('previewFull', { max: mostItems, has: byItem.size }))
  }
  return byItem
}

/** More schedules than these belong to too many items. */
function mostSchedules({ root }: Schema): number {
  return mostItems * root.languages.length * scheduleActions.length
}
