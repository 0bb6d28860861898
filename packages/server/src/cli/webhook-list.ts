import { formatTime } from '@octavo/schema/times.ts'
import { deliveryStates } from '@octavo/schema/webhooks.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import { readDeploys } from '../webhooks/deploy/read-deploys.ts'
import { sendTest } from '../webhooks/manage.ts'
import type { AttemptRecord, ListedDelivery, WebhookRecord } from '../store/webhooks.ts'
import { CommandError, defineCommand, idOf, oneOf, wholeNumber } from './command.ts'
import { timeText } from './key.ts'
import { table } from './table.ts'

export const webhookList = defineCommand({
  needsDatabase: true,
  options: { json: { type: 'boolean', about: 'print an array of objects' } },
  async run({ options: { json } }, context) {
    const { content, rootId } = await context.inRoot()
    const [schema, hooks, queues, deploys] = await content.store.read(async (tx) => [
      await content.schemas.in(tx, rootId),
      await tx.webhooks.list(rootId),
      await tx.webhooks.queues(),
      await readDeploys(tx, rootId, content.now()),
    ])
    const buildOf = (id: number): string | undefined => {
      const { state, since } = deploys.find(({ hook }) => hook.id === id)?.status ?? {}
      return since ? `build ${state} since ${formatTime(since)}` : undefined
    }
    const rows = hooks.map((hook) => {
      const queue = queues.find(({ webhookId }) => webhookId === hook.id)
      return { hook, pending: queue?.pending ?? 0, failed: queue?.failed ?? 0 }
    })
    if (json) {
      const shown = rows.map(({ hook, pending, failed }) => ({
        ...settingsOf(hook, schema),
        state: stateOf(hook),
        pending,
        failed,
        ...(hook.deploy && { deploy: { ...hook.deploy, build: buildOf(hook.id) ?? null } }),
      }))
      return context.terminal.print(JSON.stringify(shown, null, 2))
    }
    const header = ['ID', 'NAME', 'TARGET', 'EVENTS', 'STATE', 'PENDING', 'FAILED']
    const lines = rows.map(({ hook, pending, failed }) => [
      String(hook.id),
      hook.name,
      hook.target,
      hook.events.join(','),
      [stateOf(hook), buildOf(hook.id) ?? []].flat().join(', '),
      String(pending),
      String(failed),
    ])
    for (const line of table([header, ...lines])) context.terminal.print(line)
  },
})

/** With the names of the options that set them. Null means all, or none. */
function settingsOf(hook: WebhookRecord, schema: Schema): object {
  const names = (
    ids: readonly number[] | null,
    nameOf: (id: number) => string | undefined,
  ): string[] | null => ids?.flatMap((id) => nameOf(id) ?? []) ?? null
  return {
    id: hook.id,
    name: hook.name,
    target: hook.target,
    events: hook.events,
    models: names(hook.modelIds, (id) => schema.modelById.get(id)?.luid),
    spaces: names(hook.spaceIds, (id) => schema.spaceById.get(id)?.luid),
    langs: names(hook.languageIds, (id) => schema.languageById.get(id)?.key),
    where: hook.condition === null ? null : (JSON.parse(hook.condition) as unknown),
    drafts: hook.includesDrafts,
    headers: hook.headers.map((header) => (header.isSecret ? { ...header, value: null } : header)),
    template: hook.template,
    rate: hook.rateLimit,
  }
}

function stateOf({ disabledAt, disabledReason, failingSince }: WebhookRecord): string {
  if (disabledAt !== null) return `disabled (${disabledReason ?? 'user'})`
  return failingSince === null ? 'enabled' : `failing since ${formatTime(failingSince)}`
}

export const webhookDeliveries = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'ID' }],
  options: {
    json: { type: 'boolean', about: 'print an array of objects, with the attempts' },
    state: { type: 'string', value: deliveryStates.join('|'), about: 'only those in this state' },
    limit: { type: 'string', value: 'N', about: 'at most this many (default: 100)' },
  },
  details: 'Newest first.',
  async run({ positionals: [typed = ''], options }, context) {
    const id = idOf(typed)
    const states =
      options.state === undefined ? undefined : [oneOf(options.state, deliveryStates, 'state')]
    const limit = Math.min(wholeNumber(options.limit, 'limit') ?? 100, 10_000)
    const { content, rootId } = await context.inRoot()
    await requireWebhook(content, rootId, id)
    const found = await content.store.read(async (tx) => {
      const deliveries = await tx.webhooks.deliveries({ webhookId: id, states }, limit)
      const all: { delivery: ListedDelivery; attempts: AttemptRecord[] }[] = []
      for (const delivery of deliveries) {
        all.push({ delivery, attempts: await tx.webhooks.attempts(delivery) })
      }
      return all
    })
    if (options.json) return context.terminal.print(JSON.stringify(found.map(jsonOf), null, 2))
    const header = ['ID', 'EVENT', 'SUBJECT', 'STATE', 'ATTEMPTS', 'STATUS', 'CREATED', 'NEXT']
    const lines = found.map(({ delivery, attempts }) => [
      String(delivery.eventId),
      delivery.type,
      delivery.subject,
      delivery.state,
      String(delivery.attempts),
      statusOf(attempts.at(-1)),
      formatTime(delivery.createdAt),
      timeText(delivery.nextAt),
    ])
    for (const line of table([header, ...lines])) context.terminal.print(line)
  },
})

function statusOf(attempt: AttemptRecord | undefined): string {
  return attempt ? String(attempt.status ?? attempt.error?.message ?? '-') : '-'
}

function jsonOf({
  delivery,
  attempts,
}: {
  delivery: ListedDelivery
  attempts: readonly AttemptRecord[]
}): object {
  const time = (value: number | null): string | null => (value === null ? null : formatTime(value))
  return {
    id: delivery.eventId,
    type: delivery.type,
    subject: delivery.subject,
    state: delivery.state,
    created_at: formatTime(delivery.createdAt),
    next_at: time(delivery.nextAt),
    ended_at: time(delivery.endedAt),
    attempts: attempts.map(({ number, at, duration, status, error, response }) => ({
      number,
      at: formatTime(at),
      milliseconds: duration,
      status,
      error: error?.message ?? null,
      response,
    })),
  }
}

/** In milliseconds. Longer than a request may take. */
const testTime = 20_000
const testPause = 100

export const webhookTest = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'ID' }],
  details: 'Sends a test event and waits for the response. A server must be running.',
  async run({ positionals: [typed = ''] }, context) {
    const id = idOf(typed)
    const { content, rootId } = await context.inRoot()
    const eventId = await sendTest(content, { rootId, id, actor: 'cli' })
    const attempt = await firstAttempt(content, { webhookId: id, eventId })
    if (!attempt) {
      throw new CommandError(
        'no server delivered the test event within 20 seconds. Start one with octavo start.',
      )
    }
    const { status, error, duration } = attempt
    if (error) {
      throw new CommandError(`the test event failed after ${duration} ms: ${error.message}.`)
    }
    context.terminal.note(`Delivered the test event: ${status} after ${duration} ms.`)
  },
})

async function firstAttempt(
  { store, now }: ContentContext,
  name: { webhookId: number; eventId: number },
): Promise<AttemptRecord | undefined> {
  const end = now() + testTime
  while (now() < end) {
    const [attempt] = await store.read((tx) => tx.webhooks.attempts(name))
    if (attempt) return attempt
    await new Promise((resolve) => setTimeout(resolve, testPause))
  }
  return undefined
}

async function requireWebhook(
  { store }: ContentContext,
  rootId: number,
  id: number,
): Promise<void> {
  const hook = await store.read((tx) => tx.webhooks.load(id))
  if (hook?.rootId !== rootId) throw new Refusal('notFound', say('webhookGone'))
}
