/** The schedules of items, as Studio shows them. */
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import type { Schedule as ShownSchedule } from '@octavo/schema/admin/schedules.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { isCopyOf } from '../../content/transitions.ts'
import type { Item } from '../../store/records.ts'
import type { Schedule } from '../../store/schedules.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { actorNamed, namesOf } from '../actors.ts'
import { inLanguages } from './problems.ts'

export async function schedulesOf(
  tx: ReadTransaction,
  schema: Schema,
  item: Item,
): Promise<ShownSchedule[]> {
  const schedules = await tx.schedules.ofItems([item.id])
  const names = await namesOf(
    tx,
    schema,
    schedules.map(({ actor }) => actor),
  )
  return schedules.map((schedule) => shownSchedule(schedule, item, schema, names))
}

/** What is planned for the rows of a list, by item. */
export async function rowPlans(
  tx: ReadTransaction,
  schema: Schema,
  itemIds: readonly number[],
): Promise<(itemId: number) => Pick<ContentRow, 'schedules' | 'reviewBy'>> {
  const schedules = Map.groupBy(await tx.schedules.ofItems(itemIds), ({ itemId }) => itemId)
  const reviews = new Map(
    (await tx.reviews.ofItems(itemIds)).map(({ itemId, dueOn }) => [itemId, dueOn]),
  )
  return (itemId) => ({
    schedules: (schedules.get(itemId) ?? []).map(({ languageId, action, dueAt, failedAt }) => ({
      language: schema.languageById.get(languageId)?.key ?? '',
      action,
      at: formatTime(dueAt),
      hasFailed: failedAt !== null,
    })),
    reviewBy: reviews.get(itemId) ?? null,
  })
}

export function shownSchedule(
  schedule: Schedule,
  item: Item,
  schema: Schema,
  names: ReadonlyMap<string, string>,
): ShownSchedule {
  const { languageId, action, dueAt, copy, actor, createdAt, failedAt, problems } = schedule
  const language = item.languages.get(languageId)
  const draft = language?.draft ?? null
  return {
    language: schema.languageById.get(languageId)?.key ?? '',
    action,
    at: formatTime(dueAt),
    by: actorNamed(actor, names),
    createdAt: formatTime(createdAt),
    failedAt: failedAt === null ? null : formatTime(failedAt),
    problems: inLanguages(problems ?? [], schema),
    isDraftNewer: copy !== null && draft !== null && !isCopyOf(copy, draft),
    isPublishedSince: copy !== null && (language?.lastPublishedAt ?? 0) > createdAt,
  }
}
