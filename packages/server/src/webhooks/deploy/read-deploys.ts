import type { ReadTransaction } from '../../store/store.ts'
import type { DeployRecord, WebhookRecord } from '../../store/webhooks.ts'
import { newDeploy } from './changes.ts'
import { buildTime } from './schedule.ts'
import { buildStatus, type BuildStatus } from './status.ts'

export interface ShownDeploy {
  readonly hook: WebhookRecord
  readonly deploy: DeployRecord
  readonly status: BuildStatus
  /** When the changes since the last build are built. */
  readonly nextBuildAt: number | null
}

/** The deploy hooks of a root space. */
export async function readDeploys(
  tx: Pick<ReadTransaction, 'webhooks'>,
  rootId: number,
  now: number,
): Promise<ShownDeploy[]> {
  const hooks = (await tx.webhooks.list(rootId)).filter(({ deploy }) => deploy !== null)
  const deploys = await tx.webhooks.deploys(hooks.map(({ id }) => id))
  const shown: ShownDeploy[] = []
  for (const hook of hooks) {
    const deploy = deploys.find(({ webhookId }) => webhookId === hook.id) ?? newDeploy(hook.id)
    const before = (deploy.eventId ?? 0) + 1
    const [request] = await tx.webhooks.deliveries({ webhookId: hook.id, before }, 1)
    const latest = request?.eventId === deploy.eventId ? request : undefined
    const status = buildStatus(deploy, latest, now)
    shown.push({ hook, deploy, status, nextBuildAt: buildTime(hook, deploy) })
  }
  return shown
}
