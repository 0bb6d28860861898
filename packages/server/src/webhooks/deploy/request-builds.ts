/** Turns changes into requests for builds: deliveries, which are sent and retried like those of events. */
import type { Store, WriteTransaction } from '../../store/store.ts'
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
export async function requestBuilds({
  store,
  now,
}: {
  store: Pick<Store, 'read' | 'write'>
  now(): number
}): Promise<number[]> {
  const due = await store.read(async (tx) => {
    const waiting = await tx.webhooks.deploys()
    if (waiting.length === 0) return []
    const hooks = await tx.webhooks.list()
    return waiting.filter((deploy) => {
      const hook = hooks.find(({ id }) => id === deploy.webhookId)
      return hook !== undefined && isDue(hook, deploy, now())
    })
  })
  if (due.length === 0) return []
  return store.write(async (tx) => {
    const started: number[] = []
    for (const deploy of await tx.webhooks.deploys(due.map(({ webhookId }) => webhookId))) {
      const hook = await tx.webhooks.load(deploy.webhookId)
      if (!hook || !isDue(hook, deploy, now())) continue
      await requestBuild(tx, hook, deploy, now())
      started.push(hook.id)
    }
    return started
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
