import type { DeployInfo } from '@octavo/schema/admin/webhooks.ts'
import type { ContentContext } from '../content/context.ts'
import { readDeploys, type ShownDeploy } from '../webhooks/deploy/read-deploys.ts'
import { startDeploy } from '../webhooks/manage.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { idIn, mayUse, notFoundError } from './checks.ts'
import { timeOf } from './contents/editable.ts'

export function deployHandlers(deps: ContentContext) {
  /** A hook that is limited to other spaces than those of the caller is hidden. */
  async function list({ root }: AdminCall): Promise<DeployInfo[]> {
    const rootId = root.schema.root.id
    const deploys = await deps.store.read((tx) => readDeploys(tx, rootId, deps.now()))
    return deploys
      .filter(({ hook: { spaceIds } }) => !spaceIds || spaceIds.some((id) => mayUse(root, id)))
      .flatMap(infoOf)
  }

  async function shown(call: AdminCall, id: number): Promise<DeployInfo> {
    const info = (await list(call)).find((one) => one.id === id)
    if (info) return info
    throw notFoundError('webhook')
  }

  return {
    listDeploys: async (call) => ({ deploys: await list(call) }),
    startDeploy: async (call) => {
      const { id } = await shown(call, idIn(call, 'webhook'))
      const rootId = call.root.schema.root.id
      await startDeploy(deps, { rootId, id, actor: actorOf(call) })
      return shown(call, id)
    },
  } satisfies Partial<AdminHandlers>
}

function infoOf({ hook, deploy, status, nextBuildAt }: ShownDeploy): DeployInfo[] {
  if (!hook.deploy) return []
  return [
    {
      id: hook.id,
      name: hook.name,
      preset: hook.deploy.preset,
      state: status.state,
      since: timeOf(status.since),
      error: status.error,
      nextAttemptAt: timeOf(status.nextAttemptAt),
      nextBuildAt: timeOf(nextBuildAt),
      liveAt: timeOf(deploy.liveAt),
      build: deploy.eventId,
      isDisabled: hook.disabledAt !== null,
    },
  ]
}
