/** One attempt to deliver an event. */
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type {
  AttemptResult,
  DeliveryRecord,
  RecordedEvent,
  SentRequest,
  WebhookRecord,
} from '../store/webhooks.ts'
import type { Clock } from '../changes/clock.ts'
import { hideSecrets } from './hide-secrets.ts'
import { reasonOf } from './network/request-failed.ts'
import type { Sender } from './network/send.ts'
import { isSuccess, outcomeOf, type Outcome, type Reply } from './outcome.ts'
import { prepareRequest, type Prepared } from './payload.ts'
import { storable } from './network/storable.ts'

export interface Attempted {
  readonly hookId: number
  readonly result: AttemptResult
  readonly outcome: Outcome
  readonly reply: Reply
  /** In milliseconds. */
  readonly duration: number
}

interface AttemptOptions {
  readonly sender: Sender
  readonly clock: Clock
  readonly assetsUrl: string
  now(): number
  random(): number
}

/** Characters of a response that the log keeps. */
const excerptLength = 4_000

export async function attempt(
  { sender, clock, assetsUrl, now, random }: AttemptOptions,
  hook: WebhookRecord,
  delivery: DeliveryRecord,
  event: RecordedEvent,
  signal: AbortSignal,
): Promise<Attempted> {
  const at = now()
  const start = clock.now()
  const { request, reply } = await sent(sender, hook, signal, () =>
    prepareRequest(hook, event, { assetsUrl, now: at }),
  )
  const duration = Math.max(0, Math.round(clock.now() - start))
  const outcome = outcomeOf(delivery, hook, reply, { now: now(), random: random() })
  const { webhookId, eventId } = delivery
  const result: AttemptResult = {
    delivery: outcome.delivery,
    attempt: {
      webhookId,
      eventId,
      number: outcome.delivery.attempts,
      at,
      duration,
      status: reply.status,
      error: reply.error,
      request,
      response: reply.body === null ? null : excerpt(reply.body, hook),
    },
  }
  return { hookId: hook.id, result, outcome, reply, duration }
}

/** Some targets return the headers of the request. */
function excerpt(body: string, { headers }: WebhookRecord): string {
  const secrets = headers.filter(({ isSecret }) => isSecret).map(({ value }) => value)
  return hideSecrets(storable(body), secrets).slice(0, excerptLength)
}

interface Sent {
  readonly request: SentRequest
  readonly reply: Reply
}

/** A request that cannot be prepared is a failed attempt. */
async function sent(
  sender: Sender,
  { target }: WebhookRecord,
  signal: AbortSignal,
  prepare: () => Prepared,
): Promise<Sent> {
  let request: SentRequest = { url: target, headers: {} }
  try {
    const prepared = prepare()
    request = prepared.shown
    const { status, retryAfter, body } = await sender.send(prepared, signal)
    const error = isSuccess({ status }) ? null : refusedWith(status)
    return { request, reply: { status, retryAfter, body, error } }
  } catch (error) {
    const host = URL.parse(target)?.hostname ?? target
    const reply = { status: null, retryAfter: null, body: null, error: reasonOf(error, host) }
    return { request, reply }
  }
}

function refusedWith(status: number): CodedMessage {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? say('targetRedirects') : say('targetStatus', { status })
}
