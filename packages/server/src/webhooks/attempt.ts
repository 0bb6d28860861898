/** One attempt to deliver an event. */
import type {
  AttemptResult,
  DeliveryRecord,
  RecordedEvent,
  WebhookRecord,
} from '../store/webhooks.ts'
import type { Clock } from '../changes/clock.ts'
import { AddressRefused } from './network/resolve.ts'
import { TimedOut, type Sender } from './network/send.ts'
import { isSuccess, outcomeOf, type Outcome, type Reply } from './outcome.ts'
import { prepareRequest } from './payload.ts'

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
  const prepared = prepareRequest(hook, event, { assetsUrl, now: at })
  const reply = await replyTo(() => sender.send(prepared, signal))
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
      request: prepared.shown,
      response: reply.body === null ? null : storable(reply.body).slice(0, excerptLength),
    },
  }
  return { hookId: hook.id, result, outcome, reply, duration }
}

async function replyTo(send: () => ReturnType<Sender['send']>): Promise<Reply> {
  try {
    const { status, retryAfter, body } = await send()
    const isRedirect = status >= 300 && status < 400
    const error = isRedirect ? 'redirects are not followed: set the final address as target' : null
    return { status, retryAfter, body, error: isSuccess({ status }) ? null : error }
  } catch (error) {
    return { status: null, retryAfter: null, body: null, error: failureText(error) }
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error instanceof AddressRefused || error instanceof TimedOut) return error.message
  const code = 'code' in error ? String(error.code) : ''
  return knownErrors[code] ?? storable(error.message).slice(0, 500)
}

const knownErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the target refuses connections',
  ECONNRESET: 'the target closed the connection',
  ENOTFOUND: 'the host name of the target does not exist',
  EHOSTUNREACH: 'the target is unreachable',
  ENETUNREACH: 'the target is unreachable',
  CERT_HAS_EXPIRED: 'the certificate of the target has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the target is self-signed',
}

/** Text that both databases can store. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
