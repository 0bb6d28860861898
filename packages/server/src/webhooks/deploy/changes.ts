/** Changes that deploy hooks have not built yet. */
import type { WriteTransaction } from '../../store/store.ts'
import type { DeployRecord } from '../../store/webhooks.ts'

export function newDeploy(webhookId: number): DeployRecord {
  return {
    webhookId,
    changedSince: null,
    changedAt: null,
    askedAt: null,
    askedBy: null,
    eventId: null,
    requestedAt: null,
    report: null,
    reportedAt: null,
    liveAt: null,
  }
}

/** Locked until the transaction ends. */
export async function deployOf(tx: WriteTransaction, webhookId: number): Promise<DeployRecord> {
  const [found] = await tx.webhooks.deploys([webhookId])
  return found ?? newDeploy(webhookId)
}

export async function recordChanges(
  tx: WriteTransaction,
  webhookIds: readonly number[],
  at: number,
): Promise<void> {
  for (const id of webhookIds) {
    const deploy = await deployOf(tx, id)
    await tx.webhooks.saveDeploy({
      ...deploy,
      changedSince: deploy.changedSince ?? at,
      changedAt: at,
    })
  }
}
