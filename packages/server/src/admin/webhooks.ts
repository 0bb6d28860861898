import type {
  WebhookChange,
  WebhookCreation,
  WebhookDelivery,
  WebhookInfo,
} from '@octavo/schema/admin/webhooks.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime, parseTime } from '@octavo/schema/times.ts'
import type { ContentContext } from '../content/context.ts'
import type { ListedDelivery, QueueCount, WebhookRecord } from '../store/webhooks.ts'
import * as manage from '../webhooks/manage.ts'
import { statusPath } from '../webhooks/deploy/report.ts'
import { readDelivery } from '../webhooks/read-delivery.ts'
import type { GivenSettings } from '../webhooks/settings.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { done, idIn, notFoundError } from './checks.ts'
import { timeOf } from './contents/editable.ts'

export interface WebhookDeps extends ContentContext {
  /** Public URL of media files, without a trailing slash. */
  readonly assetsUrl: string
}

const hour = 60 * 60 * 1000

export function webhookHandlers(deps: WebhookDeps) {
  const { store } = deps

  async function list({ root: { schema } }: AdminCall): Promise<WebhookInfo[]> {
    const [hooks, queues] = await store.read(async (tx) => [
      await tx.webhooks.list(schema.root.id),
      await tx.webhooks.queues(),
    ])
    return hooks.map((hook) => {
      const queue = queues.find(({ webhookId }) => webhookId === hook.id)
      return infoOf(hook, schema, queue)
    })
  }

  async function shown(call: AdminCall, id: number): Promise<WebhookInfo> {
    const info = (await list(call)).find((one) => one.id === id)
    if (info) return info
    throw notFoundError('webhook')
  }

  function requestOf(call: AdminCall): manage.WebhookRequest {
    const rootId = call.root.schema.root.id
    return { rootId, id: idIn(call, 'webhook'), actor: actorOf(call) }
  }

  async function requireWebhook(call: AdminCall): Promise<number> {
    return (await shown(call, idIn(call, 'webhook'))).id
  }

  return {
    listWebhooks: async (call) => ({ webhooks: await list(call) }),
    createWebhook: async (call, given) => {
      const rootId = call.root.schema.root.id
      const request = { rootId, actor: actorOf(call) }
      const { id, secret } = await manage.createWebhook(deps, request, settingsOf(given))
      return { secret, info: await shown(call, id) }
    },
    readWebhook: (call) => shown(call, idIn(call, 'webhook')),
    changeWebhook: async (call, { isDisabled, ...given }) => {
      const request = requestOf(call)
      const settings = Object.keys(given).length > 0 ? settingsOf(given) : undefined
      await manage.reviseWebhook(deps, request, { settings, isDisabled })
      return shown(call, request.id)
    },
    deleteWebhook: async (call) => {
      await manage.deleteWebhook(deps, requestOf(call))
      return done
    },
    rotateWebhook: async (call) => {
      const request = requestOf(call)
      const secret = await manage.rotateSecret(deps, request)
      return { secret, info: await shown(call, request.id) }
    },
    testWebhook: async (call) => ({ delivery: await manage.sendTest(deps, requestOf(call)) }),
    replayWebhook: async (call, { delivery, since }) => {
      const choice = { eventId: delivery, since: timeIn(since) }
      return { count: await manage.replayDeliveries(deps, requestOf(call), choice) }
    },
    readWebhookHealth: async (call) => {
      const id = await requireWebhook(call)
      const since = deps.now() - call.query.hours * hour
      const hours = await store.read((tx) => tx.webhooks.health(id, since), call.reader)
      return {
        hours: hours.map(({ at, succeeded, failed, duration }) => ({
          at: formatTime(at),
          succeeded,
          failed,
          milliseconds: Math.round(duration),
        })),
      }
    },
    listDeliveries: async (call) => {
      const webhookId = await requireWebhook(call)
      const { state, type, before, limit, since } = call.query
      const states = state && [state]
      const filter = { webhookId, states, type, before, since: timeIn(since) }
      const found = await store.read((tx) => tx.webhooks.deliveries(filter, limit + 1), call.reader)
      const deliveries = found.slice(0, limit).map(deliveryInfo)
      return { deliveries, next: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
    },
    readDelivery: async (call) => {
      const webhookId = await requireWebhook(call)
      const eventId = idIn(call, 'delivery', 'delivery')
      const found = await readDelivery(deps, { webhookId, eventId })
      if (!found) throw notFoundError('delivery')
      const attemptList = found.attempts.map(({ duration, request, at, ...attempt }) => ({
        number: attempt.number,
        at: formatTime(at),
        milliseconds: duration,
        status: attempt.status,
        error: attempt.error,
        url: request.url,
        headers: request.headers,
        body: request.body ?? found.body,
        response: attempt.response,
      }))
      return { ...deliveryInfo(found.delivery), attemptList }
    },
  } satisfies Partial<AdminHandlers>
}

/** Undefined without a value; a value that is no time is rejected. */
function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = parseTime(text)
  if (time !== undefined) return time
  throw new Refusal('badRequest', [problemAt('since', say('notTime'))])
}

function settingsOf({ where, ...given }: WebhookCreation | WebhookChange): GivenSettings {
  return { ...given, ...(where !== undefined && { where: where && JSON.stringify(where) }) }
}

function infoOf(hook: WebhookRecord, schema: Schema, queue: QueueCount | undefined): WebhookInfo {
  const { modelById, spaceById, languageById } = schema
  return {
    id: hook.id,
    name: hook.name,
    target: hook.target,
    events: hook.events,
    models: hook.modelIds?.flatMap((id) => modelById.get(id)?.luid ?? []) ?? null,
    spaces: hook.spaceIds?.flatMap((id) => spaceById.get(id)?.luid ?? []) ?? null,
    langs: hook.languageIds?.flatMap((id) => languageById.get(id)?.key ?? []) ?? null,
    where: hook.condition === null ? null : (JSON.parse(hook.condition) as WebhookInfo['where']),
    includesDrafts: hook.includesDrafts,
    headers: hook.headers.map(({ name, value, isSecret }) => {
      return { name, value: isSecret ? null : value, isSecret }
    }),
    template: hook.template,
    rateLimit: hook.rateLimit,
    deploy: hook.deploy && { ...hook.deploy, statusPath: statusPath(hook) },
    createdAt: formatTime(hook.createdAt),
    previousSecretUntil: timeOf(hook.previousSecretUntil),
    disabledAt: timeOf(hook.disabledAt),
    disabledReason: hook.disabledReason,
    failingSince: timeOf(hook.failingSince),
    pending: queue?.pending ?? 0,
    failed: queue?.failed ?? 0,
    oldestPendingAt: timeOf(queue?.oldestAt ?? null),
  }
}

function deliveryInfo(delivery: ListedDelivery): WebhookDelivery {
  return {
    id: delivery.eventId,
    type: delivery.type,
    subject: delivery.subject,
    state: delivery.state,
    attempts: delivery.attempts,
    status: delivery.status,
    milliseconds: delivery.duration,
    createdAt: formatTime(delivery.createdAt),
    nextAt: timeOf(delivery.nextAt),
    endedAt: timeOf(delivery.endedAt),
  }
}
