import type { DeployInfo } from '@octavo/schema/admin/webhooks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'

/** While something is expected to happen, and otherwise. */
const busyMs = 2_000
const idleMs = 60_000

/** `isWanted`: false while nothing shows them. */
export function useDeploys(isWanted = true): DeployInfo[] {
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['deploys', root],
    queryFn: ({ signal }) => admin.call('listDeploys', { params: { root }, signal }),
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.data?.deploys.some(isBusy) ? busyMs : idleMs),
  })
  return data?.deploys ?? []
}

function isBusy({ state, nextBuildAt }: DeployInfo): boolean {
  return nextBuildAt !== null || ['requesting', 'retrying', 'building'].includes(state)
}

export function useStartDeploy() {
  const { root } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => admin.call('startDeploy', { params: { root, id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deploys', root] }),
  })
}
