import type { Schedule } from '../../store/schedules.ts'
import type { WriteTransaction } from '../../store/store.ts'

interface Change {
  ids: readonly number[]
  action: string
  /** Only this language; null for all. */
  languageId: number | null
}

/**
 * After a change of state: a removed language has no plans, and what was done by hand no longer counts as
 * failed. Other plans stay, also those of archived and deleted items, until they are due. Returns the
 * removed ones.
 */
export async function tidySchedules(
  tx: WriteTransaction,
  { ids, action, languageId }: Change,
): Promise<Schedule[]> {
  if (action !== 'publish' && action !== 'unpublish' && action !== 'remove language') return []
  const plans = await tx.schedules.ofItems(ids)
  const isDone = plans.filter(
    (plan) =>
      (languageId === null || plan.languageId === languageId) &&
      (action === 'remove language' || (plan.action === action && plan.failedAt !== null)),
  )
  await tx.schedules.remove(isDone)
  return isDone
}
