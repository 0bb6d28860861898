/** Which webhooks receive an event. Decided in the transaction of the change, with the filters at that time. */
import type { EventType } from '@octavo/schema/events.ts'
import type { Change, LoggedEvent } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { RecordingHook } from '../store/webhooks.ts'

const loaded = new WeakMap<WriteTransaction, Map<number, Promise<RecordingHook[]>>>()

/**
 * Reads the webhooks of a root space once per transaction. Call it with other reads, so that a remote database
 * returns them together.
 */
export function loadHooks(tx: WriteTransaction, rootId: number): Promise<RecordingHook[]> {
  return loaded
    .getOrInsertComputed(tx, () => new Map<number, Promise<RecordingHook[]>>())
    .getOrInsertComputed(rootId, (id) => tx.webhooks.recording(id))
}

/** The enabled webhooks of a root space that receive at least one of these types. */
export async function hooksFor(
  tx: WriteTransaction,
  rootId: number,
  types: readonly EventType[],
): Promise<RecordingHook[]> {
  const hooks = await loadHooks(tx, rootId)
  return hooks.filter(({ events }) => events.some((type) => types.includes(type)))
}

/** All filters except the condition. Models and languages filter items, spaces also media. */
export function receives(hook: RecordingHook, change: Change, event: LoggedEvent): boolean {
  const { type, isDraft, languageId } = event
  if (!hook.events.includes(type) || (isDraft && !hook.includesDrafts)) return false
  const { kind, spaceId, modelId } = change
  const isItem = kind === 'item'
  const isWithin = (ids: readonly number[] | null, id: number | null): boolean =>
    ids === null || (id !== null && ids.includes(id))
  return (
    (kind === 'schema' || isWithin(hook.spaceIds, spaceId)) &&
    (!isItem || (isWithin(hook.modelIds, modelId) && isWithin(hook.languageIds, languageId)))
  )
}
