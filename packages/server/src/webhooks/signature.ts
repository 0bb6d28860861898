/** Signatures as the Standard Webhooks specification defines them. */
import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookRecord } from '../store/webhooks.ts'

const prefix = 'whsec_'
const secretBytes = 32
/** How long requests are also signed with the secret before the last rotation. */
export const rotationTime = 24 * 60 * 60 * 1000

export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

type Signing = Pick<WebhookRecord, 'secret' | 'previousSecret' | 'previousSecretUntil'>

export function signatureHeaders(
  hook: Signing,
  id: string,
  now: number,
  body: Buffer,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = validSecrets(hook, now).map((secret) => sign(secret, id, timestamp, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

export function validSecrets(
  { secret, previousSecret, previousSecretUntil }: Signing,
  now: number,
): string[] {
  const isValid = previousSecret !== null && now < (previousSecretUntil ?? 0)
  return isValid ? [secret, previousSecret] : [secret]
}

function sign(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}
