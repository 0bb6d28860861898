/**
 * Reports of builds. Most services do not report the end of a build to the one who requested it, but can call
 * an address. The address of a deploy hook has a token that is derived from its secret, so it changes with it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { BuildReport } from '@octavo/schema/webhooks.ts'
import type { ContentContext } from '../../content/context.ts'
import type { WebhookRecord } from '../../store/webhooks.ts'
import { validSecrets } from '../signature.ts'
import { deployOf } from './changes.ts'

/** Below `/v1`, because that is reachable from outside wherever Octavo runs. */
export const reportPath = '/v1/builds'

/** Null after a restore, until the secret is rotated. */
export function statusPath({ id, secret }: Pick<WebhookRecord, 'id' | 'secret'>): string | null {
  return secret === '' ? null : `${reportPath}/${tokenOf(id, secret)}`
}

function tokenOf(id: number, secret: string): string {
  return `${id}.${createHmac('sha256', secret).update('build reports').digest('base64url')}`
}

export interface GivenReport {
  readonly token: string
  readonly report: BuildReport
  /** The `sequence` of the request for the build, if it is known. */
  readonly build?: number | undefined
}

/** Returns whether the report is about the latest build. */
export function reportBuild(
  { store, now }: Pick<ContentContext, 'store' | 'now'>,
  { token, report, build }: GivenReport,
): Promise<boolean> {
  return store.write(async (tx) => {
    const [, id] = /^(\d{1,15})\.[\w-]{43}$/.exec(token) ?? []
    const hook = id === undefined ? undefined : await tx.webhooks.load(Number(id))
    const at = now()
    if (!hook?.deploy || !hasToken(hook, token, at)) {
      throw new Refusal('notFound', say('webhookGone'))
    }
    const deploy = await deployOf(tx, hook.id)
    if (build !== undefined && build < (deploy.eventId ?? 0)) return false
    const liveAt = report === 'live' ? at : deploy.liveAt
    await tx.webhooks.saveDeploy({ ...deploy, report, reportedAt: at, liveAt })
    if (report === deploy.report) return true
    await tx.changes.append([
      {
        at,
        rootId: hook.rootId,
        kind: 'webhook',
        subjectId: hook.id,
        modelId: null,
        actor: 'system',
        action: `build ${report}`,
        scopes: [],
      },
    ])
    return true
  })
}

function hasToken(hook: WebhookRecord, token: string, now: number): boolean {
  const given = Buffer.from(token)
  return validSecrets(hook, now)
    .filter((secret) => secret !== '')
    .map((secret) => Buffer.from(tokenOf(hook.id, secret)))
    .some((valid) => valid.length === given.length && timingSafeEqual(valid, given))
}
