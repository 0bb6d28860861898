/**
 * The transactions of the dispatcher: each saves the results of attempts, assigns new events, requests builds and
 * reads the deliveries that may be attempted next. One transaction for all of it, because it competes with requests
 * for the database.
 */
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts'
import type { PendingDelivery, WebhookRecord } from '../store/webhooks.ts'
import { assignEvents } from './assign.ts'
import type { Attempted } from './attempt.ts'
import { dueBuilds, requestBuilds } from './deploy/request-builds.ts'

export interface ExchangeOptions {
  readonly store: Pick<Store, 'read' | 'write'>
  now(): number
  /** How many first attempts and retries to read. */
  wanted(hook: WebhookRecord): number
}

export interface Exchanged {
  /** All webhooks. */
  readonly hooks: readonly WebhookRecord[]
  readonly loaded: readonly Loaded[]
  /** When the next retry is due that is not due yet. */
  readonly nextRetry: number
  /** Deploy hooks whose builds were requested. */
  readonly built: readonly number[]
  /** Whether there are more events to assign. */
  readonly hasMore: boolean
}

interface Loaded {
  readonly hook: WebhookRecord
  readonly firsts: readonly PendingDelivery[]
  readonly retries: readonly PendingDelivery[]
}

export async function exchange(
  options: ExchangeOptions,
  saving: readonly Attempted[],
): Promise<Exchanged> {
  const { store, now } = options
  const read = saving.length === 0 ? await store.read((tx) => withoutWriting(options, tx)) : null
  return (
    read ??
    store.write(async (tx) => {
      await saveResults(tx, saving, now())
      const hooks = await tx.webhooks.list()
      const hasMore = await assignEvents(tx, hooks, now())
      const built = await requestBuilds(tx, hooks, now())
      return { ...(await loadDue(options, tx, hooks)), built, hasMore }
    })
  )
}

/** Null if there is something to write. */
async function withoutWriting(
  options: ExchangeOptions,
  tx: ReadTransaction,
): Promise<Exchanged | null> {
  if ((await tx.webhooks.unassigned(1)).length > 0) return null
  const hooks = await tx.webhooks.list()
  if ((await dueBuilds(tx, hooks, options.now())).length > 0) return null
  return { ...(await loadDue(options, tx, hooks)), built: [], hasMore: false }
}

/** Attempts whose delivery was removed meanwhile, with its webhook, are not saved. */
export async function saveResults(
  tx: WriteTransaction,
  saving: readonly Attempted[],
  now: number,
): Promise<void> {
  await tx.webhooks.saveAttempts(saving.map(({ result }) => result))
  for (const { hookId, outcome } of saving) {
    if (outcome.failingSince !== undefined) {
      await tx.webhooks.setFailing(hookId, outcome.failingSince)
    }
    if (outcome.disables) await tx.webhooks.disable(hookId, outcome.disables, now)
  }
}

async function loadDue(
  { now, wanted }: ExchangeOptions,
  tx: ReadTransaction,
  hooks: readonly WebhookRecord[],
): Promise<Pick<Exchanged, 'hooks' | 'loaded' | 'nextRetry'>> {
  const times = await tx.webhooks.dueTimes()
  const loaded: Loaded[] = []
  for (const hook of hooks) {
    const limit = (times.get(hook.id) ?? Infinity) > now() ? 0 : wanted(hook)
    if (limit === 0) continue
    const firsts = await tx.webhooks.firstAttempts(hook.id, limit)
    loaded.push({ hook, firsts, retries: await tx.webhooks.dueRetries(hook.id, now(), limit) })
  }
  const nextRetry = Math.min(...[...times.values()].filter((time) => time > now()))
  return { hooks, loaded, nextRetry }
}
