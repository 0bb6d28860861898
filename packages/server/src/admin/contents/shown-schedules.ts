/** The schedules of items, as Studio shows them. */
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import type { ScheduledItem, Schedule as ShownSchedule } from '@octavo/schema/admin/schedules.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { isCopyOf } from '../../content/transitions.ts'
import { inBatches } from '../../scheduling/batches.ts'
import type { Item } from '../../store/records.ts'
import type { Schedule, ScheduleKey, ScheduleOutline } from '../../store/schedules.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { actorNamed, namesOf } from '../actors.ts'
import { itemLabel, type LabelContext } from './labels.ts'
import { inLanguages } from './problems.ts'

/** The values of this many items are compared with their copies in some milliseconds. */
const comparedItems = 5

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

/** The schedules of many items, whose content is loaded in batches. */
export async function shownSchedules(
  tx: ReadTransaction,
  schedules: readonly ScheduleOutline[],
  context: LabelContext,
): Promise<ScheduledItem[]> {
  const { schema } = context.root
  const names = await namesOf(
    tx,
    schema,
    schedules.map(({ actor }) => actor),
  )
  const listed = new Set(schedules.map(keyOf))
  const rows = new Map<string, ScheduledItem>()
  const itemIds = [...new Set(schedules.map(({ itemId }) => itemId))]
  await inBatches(
    itemIds,
    async (ids) => {
      const items = new Map((await tx.items.load(ids)).map((item) => [item.id, item]))
      for (const schedule of await tx.schedules.ofItems(ids)) {
        const item = items.get(schedule.itemId)
        const key = keyOf(schedule)
        if (!item || !listed.has(key)) continue
        const shown = shownSchedule(schedule, item, schema, names)
        rows.set(key, { ...shown, item: itemLabel(item, context) })
      }
    },
    comparedItems,
  )
  return schedules.flatMap((schedule) => rows.get(keyOf(schedule)) ?? [])
}

function keyOf({ itemId, languageId, action }: ScheduleKey): string {
  return `${itemId} ${languageId} ${action}`
}

/** What is planned for the rows of a list, by item. */
export async function rowPlans(
  tx: ReadTransaction,
  schema: Schema,
  itemIds: readonly number[],
): Promise<(itemId: number) => Pick<ContentRow, 'schedules' | 'reviewBy'>> {
  const schedules = Map.groupBy(await tx.schedules.outlines(itemIds), ({ itemId }) => itemId)
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

function shownSchedule(
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
