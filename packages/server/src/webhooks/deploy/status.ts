/** What is known about the latest build of a deploy hook. Pure. */
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { DeployState } from '@octavo/schema/webhooks.ts'
import type { DeployRecord, ListedDelivery } from '../../store/webhooks.ts'

/** A build that has not reported for so long is no longer shown as running. */
const longestBuild = 60 * 60 * 1000

export interface BuildStatus {
  readonly state: DeployState
  readonly since: number | null
  /** Why the request failed. */
  readonly error: CodedMessage | null
  readonly nextAttemptAt: number | null
}

/** `request` is the delivery of the latest build; undefined if it was pruned, long after it succeeded. */
export function buildStatus(
  deploy: DeployRecord,
  request: ListedDelivery | undefined,
  now: number,
): BuildStatus {
  const known = (state: DeployState, since: number | null, more: Partial<BuildStatus> = {}) => {
    return { state, since, error: null, nextAttemptAt: null, ...more }
  }
  const { eventId, requestedAt, report, reportedAt, askedAt } = deploy
  if (askedAt !== null) return known('requesting', askedAt)
  if (eventId === null || request?.state === 'stopped') return known('none', null)
  if (report !== null) return known(report, reportedAt)
  const error = request?.error ?? null
  if (request?.state === 'failed') return known('refused', request.endedAt, { error })
  if (request?.state === 'pending') {
    if (request.attempts === 0) return known('requesting', requestedAt)
    return known('retrying', requestedAt, { error, nextAttemptAt: request.nextAt })
  }
  const acceptedAt = request?.endedAt ?? requestedAt
  const isAwaited = reportedAt !== null && now - (acceptedAt ?? 0) < longestBuild
  return known(isAwaited ? 'building' : 'requested', acceptedAt)
}
