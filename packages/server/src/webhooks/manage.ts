/** What users do with webhooks. */
import { Refusal, problemAt } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { maxWebhooks } from '@octavo/schema/webhooks.ts'
import type { ContentContext } from '../content/context.ts'
import type { NewChange } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { WebhookRecord } from '../store/webhooks.ts'
import { deliveryOf } from './assign.ts'
import { deployOf, newDeploy } from './deploy/changes.ts'
import { retryTime } from './retries.ts'
import { configured, unconfigured, type GivenSettings } from './settings.ts'
import { newSecret, rotationTime } from './signature.ts'
import { newTestEvent } from './test-event.ts'

export interface WebhookRequest {
  rootId: number
  id: number
  actor: string
}

/** The secret is available only now. */
export function createWebhook(
  context: ContentContext,
  { rootId, actor }: Omit<WebhookRequest, 'id'>,
  given: GivenSettings,
): Promise<{ id: number; secret: string }> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const settings = configured(schema, given, unconfigured)
    if ((await tx.webhooks.list(rootId)).length >= maxWebhooks) {
      throw new Refusal('badRequest', [problemAt('', say('tooManyWebhooks', { max: maxWebhooks }))])
    }
    const [id = 0] = await tx.ids.allocate('webhook', 1)
    const secret = newSecret()
    const at = context.now()
    await tx.webhooks.insert({
      ...settings,
      id,
      rootId,
      secret,
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: at,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
    })
    if (settings.deploy) await tx.webhooks.saveDeploy(newDeploy(id))
    await tx.changes.append([changeOf({ rootId, id, actor }, 'create', at)])
    return { id, secret }
  })
}

export function updateWebhook(
  context: ContentContext,
  request: WebhookRequest,
  given: GivenSettings,
): Promise<void> {
  return reviseWebhook(context, request, { settings: given })
}

/** Pending deliveries are stopped. They can be replayed. */
export function disableWebhook(context: ContentContext, request: WebhookRequest): Promise<void> {
  return reviseWebhook(context, request, { isDisabled: true })
}

/** Events from now on are delivered again. */
export function enableWebhook(context: ContentContext, request: WebhookRequest): Promise<void> {
  return reviseWebhook(context, request, { isDisabled: false })
}

/** Settings, and whether the webhook is disabled. What is not given stays as it is. */
export interface Revision {
  readonly settings?: GivenSettings | undefined
  readonly isDisabled?: boolean | undefined
}

/** Saves all of it or nothing. */
export async function reviseWebhook(
  context: ContentContext,
  request: WebhookRequest,
  { settings, isDisabled }: Revision,
): Promise<void> {
  await context.store.write(async (tx) => {
    if (settings) {
      await changeIn(tx, context, request, 'change', async (hook) => {
        const schema = await context.schemas.forWriting(tx, request.rootId)
        await tx.webhooks.update({ ...hook, ...configured(schema, settings, hook) })
      })
    }
    if (isDisabled === true) {
      await changeIn(tx, context, request, 'disable', (hook, at) =>
        tx.webhooks.disable(hook.id, 'user', at),
      )
    }
    if (isDisabled === false) {
      await changeIn(tx, context, request, 'enable', (hook) => enable(tx, hook))
    }
  })
}

async function enable(tx: WriteTransaction, hook: WebhookRecord): Promise<void> {
  if (hook.secret === '') throw new Refusal('badRequest', say('webhookSecretMissing'))
  const empty = hook.headers.find(({ value }) => value === '')
  if (empty) {
    throw new Refusal('badRequest', say('webhookHeaderMissing', { name: empty.name }))
  }
  const enabled = { disabledAt: null, disabledReason: null, failingSince: null }
  await tx.webhooks.update({ ...hook, ...enabled })
  // A backup has no builds.
  if (hook.deploy) await tx.webhooks.saveDeploy(await deployOf(tx, hook.id))
}

/** Returns the new secret. Requests are signed with both for a day. */
export async function rotateSecret(
  context: ContentContext,
  request: WebhookRequest,
): Promise<string> {
  const secret = newSecret()
  await changeWebhook(context, request, 'rotate secret', (tx, hook, at) => {
    const previous =
      hook.secret === ''
        ? { previousSecret: null, previousSecretUntil: null }
        : { previousSecret: hook.secret, previousSecretUntil: at + rotationTime }
    return tx.webhooks.update({ ...hook, secret, ...previous })
  })
  return secret
}

export function deleteWebhook(context: ContentContext, request: WebhookRequest): Promise<void> {
  return changeWebhook(context, request, 'delete', (tx, hook) => tx.webhooks.remove(hook.id))
}

/** Returns the number of the test event. */
export async function sendTest(context: ContentContext, request: WebhookRequest): Promise<number> {
  let sent = 0
  await changeWebhook(context, request, 'test', async (tx, hook, at) => {
    if (hook.deploy) throw new Refusal('badRequest', say('deployInstead'))
    if (hook.secret === '') throw new Refusal('badRequest', say('webhookSecretMissing'))
    const event = newTestEvent(hook, { at, actor: request.actor })
    const [id = 0] = await tx.webhooks.record([event])
    await tx.webhooks.assign([id], [deliveryOf(hook.id, { ...event, id }, at)])
    sent = id
  })
  return sent
}

/** Failed and stopped deliveries, or one delivery in any state. */
export interface ReplayChoice {
  eventId?: number | undefined
  /** Only deliveries from this time on. */
  since?: number | undefined
}

/** Attempts deliveries again, for as long as new ones. Returns how many. */
export async function replayDeliveries(
  context: ContentContext,
  request: WebhookRequest,
  { eventId, since }: ReplayChoice,
): Promise<number> {
  let count = 0
  await changeWebhook(context, request, 'replay', async (tx, hook, at) => {
    if (hook.deploy) throw new Refusal('badRequest', say('deployInstead'))
    if (hook.disabledAt !== null) throw new Refusal('badRequest', say('webhookDisabled'))
    const which =
      eventId === undefined ? { states: ['failed', 'stopped'] as const, since } : { eventId }
    count = await tx.webhooks.replay({ webhookId: hook.id, ...which }, at, at + retryTime)
    if (count === 0 && eventId !== undefined) throw new Refusal('notFound', say('deliveryGone'))
  })
  return count
}

/** Requests a build at once, for all changes so far. */
export function startDeploy(context: ContentContext, request: WebhookRequest): Promise<void> {
  return changeWebhook(context, request, 'deploy', async (tx, hook, at) => {
    if (!hook.deploy) throw new Refusal('badRequest', say('deployHookOnly'))
    if (hook.disabledAt !== null) throw new Refusal('badRequest', say('webhookDisabled'))
    const deploy = await deployOf(tx, hook.id)
    await tx.webhooks.saveDeploy({ ...deploy, askedAt: at, askedBy: request.actor })
  })
}

async function changeWebhook(
  context: ContentContext,
  request: WebhookRequest,
  action: string,
  change: (tx: WriteTransaction, hook: WebhookRecord, at: number) => Promise<void>,
): Promise<void> {
  await context.store.write((tx) =>
    changeIn(tx, context, request, action, (hook, at) => change(tx, hook, at)),
  )
}

async function changeIn(
  tx: WriteTransaction,
  { now }: Pick<ContentContext, 'now'>,
  request: WebhookRequest,
  action: string,
  change: (hook: WebhookRecord, at: number) => Promise<void>,
): Promise<void> {
  const hook = await tx.webhooks.load(request.id)
  if (hook?.rootId !== request.rootId) throw new Refusal('notFound', say('webhookGone'))
  const at = now()
  await change(hook, at)
  await tx.changes.append([changeOf(request, action, at)])
}

function changeOf({ rootId, id, actor }: WebhookRequest, action: string, at: number): NewChange {
  return {
    at,
    rootId,
    kind: 'webhook',
    subjectId: id,
    modelId: null,
    actor,
    action,
    scopes: [],
  }
}
