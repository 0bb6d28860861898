/** Turns changes into requests for builds: deliveries, which are sent and retried like those of events. */
import type { ReadTransaction, WriteTransaction } from '../../store/store.ts'
import {
  deployEvent,
  type DeployRecord,
  type NewEvent,
  type WebhookRecord,
} from '../../store/webhooks.ts'
import { deliveryOf } from '../assign.ts'
import { buildTime } from './schedule.ts'

/** The subject of all deliveries of deploy hooks. */
const deploySubject = 'deploy'

/** Requests the builds that are due. Returns the ids of their webhooks. Safe to repeat. */
export async function requestBuilds(
  tx: WriteTransaction,
  hooks: readonly WebhookRecord[],
  at: number,
): Promise<number[]> {
  const due = await dueBuilds(tx, hooks, at)
  for (const { hook, deploy } of due) await requestBuild(tx, hook, deploy, at)
  return due.map(({ hook }) => hook.id)
}

interface DueBuild {
  readonly hook: WebhookRecord
  readonly deploy: DeployRecord
}

/** In a write transaction it locks them. */
export async function dueBuilds(
  tx: ReadTransaction,
  hooks: readonly WebhookRecord[],
  at: number,
): Promise<DueBuild[]> {
  if (!hooks.some(({ deploy }) => deploy)) return []
  const waiting = await tx.webhooks.deploys()
  return waiting.flatMap((deploy) => {
    const hook = hooks.find(({ id }) => id === deploy.webhookId)
    return hook && isDue(hook, deploy, at) ? [{ hook, deploy }] : []
  })
}

function isDue(hook: WebhookRecord, deploy: DeployRecord, now: number): boolean {
  const time = buildTime(hook, deploy)
  return time !== null && time <= now
}

/** An earlier request that still waits for a retry is stopped: this one covers its changes. */
async function requestBuild(
  tx: WriteTransaction,
  hook: WebhookRecord,
  deploy: DeployRecord,
  at: number,
): Promise<void> {
  const event: NewEvent = {
    rootId: hook.rootId,
    at,
    type: deployEvent,
    subject: deploySubject,
    actor: deploy.askedBy ?? 'system',
    data: JSON.stringify({
      id: hook.id,
      name: hook.name,
      reason: deploy.askedAt === null ? 'change' : 'user',
    }),
    webhookIds: [hook.id],
  }
  await tx.webhooks.stopPending(hook.id, at)
  const [eventId = 0] = await tx.webhooks.record([event])
  await tx.webhooks.assign([eventId], [deliveryOf(hook.id, { ...event, id: eventId }, at)])
  await tx.webhooks.saveDeploy({
    ...deploy,
    changedSince: null,
    changedAt: null,
    askedAt: null,
    askedBy: null,
    eventId,
    requestedAt: at,
    report: null,
  })
}
