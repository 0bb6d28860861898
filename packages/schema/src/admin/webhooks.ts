/** Webhooks and their deliveries. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { eventTypes } from '../events.ts'
import {
  defaultBuildInterval,
  defaultDebounce,
  deliveryStates,
  deployPresets,
  deployStates,
  disabledReasons,
  maxBuildInterval,
  maxDebounce,
  maxTemplateLength,
  maxWebhookHeaders,
  maxWebhookRate,
} from '../webhooks.ts'
import { codedMessage } from './problems.ts'
import { limit, wholeNumber } from './query.ts'
import { count, id, shortList, text, time } from './values.ts'

const names = z.array(z.string()).nullable()

const whereObject = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('As `where` in the content API. The item must match it before or after the change.')

const preset = z.enum(deployPresets)
const debounce = z
  .int()
  .min(0)
  .max(maxDebounce)
  .describe(`Seconds without a further change before a build. Default: ${defaultDebounce}.`)
const interval = z
  .int()
  .min(0)
  .max(maxBuildInterval)
  .describe(`Minutes between two builds. Default: ${defaultBuildInterval}.`)

export const webhookInfo = z
  .strictObject({
    id,
    name: z.string(),
    target: z.string().describe('The URL that events are sent to.'),
    events: z.array(z.enum(eventTypes)),
    models: names.describe('LUIDs; null for all.'),
    spaces: names.describe('LUIDs; null for all.'),
    langs: names.describe('Language keys; null for all.'),
    where: whereObject,
    includesDrafts: z.boolean(),
    headers: z.array(
      z.strictObject({
        name: z.string(),
        value: z.string().nullable().describe('Null if it is secret.'),
        isSecret: z.boolean(),
      }),
    ),
    template: z
      .string()
      .nullable()
      .describe('JSON with placeholders such as `{{content.title}}`; null for the default body.'),
    rateLimit: count.nullable().describe('Requests per minute; null for no limit.'),
    deploy: z
      .strictObject({
        preset,
        debounce,
        interval,
        statusPath: z
          .string()
          .nullable()
          .describe(
            'A build reports its state with `POST` to this path and `/building`, `/live` or `/failed`. ' +
              'Null if the secret is missing.',
          ),
      })
      .nullable()
      .describe('A deploy hook starts builds instead of sending events. Null for others.'),
    createdAt: time,
    previousSecretUntil: time
      .nullable()
      .describe('Until then, requests are also signed with the secret before the last rotation.'),
    disabledAt: time.nullable(),
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        '`user`; `gone`: the target returned 410; `failing`: nothing succeeded for five days; ' +
          '`restored`: it comes from a backup, which has no secrets.',
      ),
    failingSince: time.nullable().describe('The first failure since the last success.'),
    pending: count.describe('Deliveries that are waiting or retried.'),
    failed: count.describe('Deliveries that failed finally.'),
    oldestPendingAt: time.nullable(),
  })
  .meta({ id: 'WebhookInfo' })

const header = z.strictObject({
  name: text(100),
  value: text(2_000)
    .nullable()
    .exactOptional()
    .describe('Null or missing keeps the value of the header with this name.'),
  isSecret: z.boolean().exactOptional().describe('A secret value is never shown again.'),
})

const deploy = z.strictObject({
  preset: preset.exactOptional(),
  debounce: debounce.exactOptional(),
  interval: interval.exactOptional(),
})

const shortNames = shortList(text(64), { least: 1, most: 100 }).nullable().exactOptional()
const settings = {
  models: shortNames.describe('LUIDs; null for all.'),
  spaces: shortNames.describe('LUIDs; null for all.'),
  langs: shortNames.describe('Language keys; null for all.'),
  where: whereObject.exactOptional(),
  includesDrafts: z.boolean().exactOptional(),
  headers: shortList(header, { most: maxWebhookHeaders }).exactOptional(),
  template: text(maxTemplateLength).nullable().exactOptional(),
  rateLimit: z.int().min(1).max(maxWebhookRate).nullable().exactOptional(),
  deploy: deploy.exactOptional(),
}
const name = text(200).min(1)
const target = text(2_000)
const events = shortList(z.enum(eventTypes), { least: 1, most: eventTypes.length })

export const webhookCreation = z
  .strictObject({
    name,
    target,
    events: events
      .exactOptional()
      .describe('Required, except for a deploy hook: its default is all but events of drafts.'),
    ...settings,
  })
  .meta({ id: 'WebhookCreation' })

export const webhookChange = z
  .strictObject({
    name: name.exactOptional(),
    target: target.exactOptional(),
    events: events.exactOptional(),
    ...settings,
    isDisabled: z.boolean().exactOptional(),
  })
  .meta({ id: 'WebhookChange' })

export const webhookSecret = z
  .strictObject({ secret: z.string(), info: webhookInfo })
  .meta({ id: 'WebhookSecret', description: 'The only response that contains the secret.' })

const delivery = z
  .strictObject({
    id: id.describe('The `sequence` of the event.'),
    type: z.string(),
    subject: z.string().describe('`item 12`, `media 3`, `schema`, `deploy` or `test`.'),
    state: z.enum(deliveryStates),
    attempts: count,
    status: count.nullable().describe('Of the last attempt; null if there was no response.'),
    milliseconds: count.nullable().describe('Of the last attempt; null before the first one.'),
    createdAt: time,
    nextAt: time.nullable().describe('The next attempt.'),
    endedAt: time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export const deliveryQuery = z.object({
  state: z.enum(deliveryStates).exactOptional(),
  type: z.string().exactOptional(),
  since: z.string().exactOptional().describe('Only deliveries from this time on.'),
  before: wholeNumber({ min: 1, max: 1e15 }).exactOptional().describe('`next` of the page before.'),
  limit,
})

export const deliveryPage = z
  .strictObject({
    deliveries: z.array(delivery),
    next: count.nullable().describe('`before` of the next page; null at the end.'),
  })
  .meta({ id: 'WebhookDeliveryPage', description: 'Newest first.' })

const attempt = z
  .strictObject({
    number: count,
    at: time,
    milliseconds: count,
    status: count.nullable().describe('Null if there was no response.'),
    error: codedMessage.nullable().describe('Why the attempt failed.'),
    url: z.string(),
    headers: z.record(z.string(), z.string()).describe('Without the values of secret headers.'),
    body: z.string().describe('The body of the request.'),
    response: z.string().nullable().describe('The first part of the body of the response.'),
  })
  .meta({ id: 'WebhookAttempt' })

export const deliveryDetails = delivery
  .extend({ attemptList: z.array(attempt) })
  .meta({ id: 'WebhookDeliveryDetails' })

export const replayRequest = z
  .strictObject({
    delivery: id.exactOptional().describe('Only this one, whatever its state.'),
    since: time.exactOptional().describe('Failed and stopped ones from this time on.'),
  })
  .meta({ id: 'WebhookReplay', description: 'Without a property: all failed and stopped ones.' })

export const replayResult = z.strictObject({ count }).meta({ id: 'WebhookReplayResult' })

export const testResult = z
  .strictObject({ delivery: id })
  .meta({ id: 'WebhookTest', description: 'The delivery of the test event, to be read later.' })

export const healthQuery = z.object({
  hours: wholeNumber({ min: 1, max: 168 }).default(24).describe('1 to 168; default 24.'),
})

export const webhookHealth = z
  .strictObject({
    hours: z.array(
      z.strictObject({
        at: time.describe('Start of the hour.'),
        succeeded: count.describe('Attempts.'),
        failed: count,
        milliseconds: count.describe('Mean duration of an attempt.'),
      }),
    ),
  })
  .meta({ id: 'WebhookHealth', description: 'Oldest first. Hours without attempts are left out.' })

export const deployInfo = z
  .strictObject({
    id: id.describe('Of the webhook.'),
    name: z.string(),
    preset,
    state: z.enum(deployStates),
    since: time.nullable().describe('The time of the state.'),
    error: codedMessage.nullable().describe('Why the request failed.'),
    nextAttemptAt: time.nullable().describe('The next attempt of a request that failed.'),
    nextBuildAt: time.nullable().describe('The next build for changes since the last one.'),
    liveAt: time.nullable().describe('The last time that a build was reported as live.'),
    build: id.nullable().describe('The `sequence` of the latest request.'),
    isDisabled: z.boolean(),
  })
  .meta({ id: 'DeployInfo' })

export type DeployInfo = z.infer<typeof deployInfo>
export type WebhookInfo = z.infer<typeof webhookInfo>
export type WebhookCreation = z.infer<typeof webhookCreation>
export type WebhookChange = z.infer<typeof webhookChange>
export type WebhookDelivery = z.infer<typeof delivery>
