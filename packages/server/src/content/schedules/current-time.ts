import type { ReadTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'

/**
 * The time that decides what is due: the clock of the database where several machines share it, because
 * their own clocks may differ.
 */
export async function currentTime(
  tx: Pick<ReadTransaction, 'schedules'>,
  { now, databaseNow }: Pick<ContentContext, 'now' | 'databaseNow'>,
): Promise<number> {
  const shared = await tx.schedules.databaseTime()
  return shared === undefined ? now() : (databaseNow?.() ?? shared)
}
