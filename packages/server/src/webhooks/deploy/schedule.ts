/** When a deploy hook requests its next build. Pure. */
import type { DeployRecord, WebhookRecord } from '../../store/webhooks.ts'

const second = 1_000
const minute = 60 * second

export type Waiting = Pick<DeployRecord, 'changedSince' | 'changedAt' | 'askedAt' | 'requestedAt'>

/**
 * Changes wait until there was none for the debounce time, but not longer than the interval in all, and until
 * the interval since the last build has passed. A user does not wait. Null if there is nothing to build.
 */
export function buildTime(
  { deploy, disabledAt }: Pick<WebhookRecord, 'deploy' | 'disabledAt'>,
  { changedSince, changedAt, askedAt, requestedAt }: Waiting,
): number | null {
  if (!deploy || disabledAt !== null) return null
  if (askedAt !== null) return askedAt
  if (changedSince === null || changedAt === null) return null
  const debounce = deploy.debounce * second
  const interval = deploy.interval * minute
  const settled = Math.min(changedAt + debounce, changedSince + Math.max(debounce, interval))
  return Math.max(settled, requestedAt === null ? settled : requestedAt + interval)
}
