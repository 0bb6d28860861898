/** The body and the headers of a request. */
import { formatTime } from '@octavo/schema/times.ts'
import { withAssetsUrl } from '../events/recorded-urls.ts'
import { parseExactJson } from '../fields/exact-json.ts'
import type { RecordedEvent, SentRequest, WebhookRecord } from '../store/webhooks.ts'
import { version } from '../version.ts'
import { presetHeaders, presetTemplates } from './deploy/presets.ts'
import type { Outgoing } from './network/send.ts'
import { signatureHeaders } from './signature.ts'
import { filledTemplate, type TemplateEvent } from './template.ts'

/** In place of secret values in the log. */
export const hiddenValue = '(secret)'

/** The JSON that is sent without a template. */
export function bodyOf(event: RecordedEvent, assetsUrl: string): string {
  const { type, at, id } = event
  const head = JSON.stringify({ type, timestamp: formatTime(at), sequence: id })
  return `${head.slice(0, -1)},"data":${withAssetsUrl(event.data, assetsUrl)}}`
}

/** The same for each attempt, so that a receiver can recognise repetitions. */
function messageId({ id }: Pick<RecordedEvent, 'id'>): string {
  return `evt_${id}`
}

export interface Prepared extends Outgoing {
  /** The request as the log shows it. */
  readonly shown: SentRequest
}

export function prepareRequest(
  hook: WebhookRecord,
  event: RecordedEvent,
  { assetsUrl, now }: { assetsUrl: string; now: number },
): Prepared {
  const plain = bodyOf(event, assetsUrl)
  const preset = hook.deploy?.preset ?? 'url'
  const template = hook.template ?? presetTemplates[preset]
  const text = template === undefined ? plain : withTemplate(template, plain, event)
  const body = Buffer.from(text)
  const own = {
    'content-type': 'application/json',
    'user-agent': `Octavo/${version}`,
    ...signatureHeaders(hook, messageId(event), now, body),
  }
  const extra = Object.fromEntries(hook.headers.map(({ name, value }) => [name, value]))
  const hidden = Object.fromEntries(
    hook.headers.map(({ name, value, isSecret }) => [name, isSecret ? hiddenValue : value]),
  )
  return {
    url: new URL(hook.target),
    headers: { ...presetHeaders[preset], ...extra, ...own },
    body,
    shown: {
      url: hook.target,
      headers: { ...presetHeaders[preset], ...hidden, ...own },
      ...(template !== undefined && { body: text }),
    },
  }
}

function withTemplate(template: string, plain: string, { actor }: RecordedEvent): string {
  const event = parseExactJson(plain) as Omit<TemplateEvent, 'actor'>
  return filledTemplate(template, { ...event, actor })
}
