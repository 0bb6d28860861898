import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'

/** Attempts are no change events, so the screens of webhooks refetch. */
export const refetchMs = 5_000

/** The webhooks of the root space; those that need attention first. */
export function useWebhooks(): UseQueryResult<WebhookInfo[]> {
  const { root } = useSession()
  return useQuery({
    queryKey: ['webhooks', root],
    queryFn: ({ signal }) => admin.call('listWebhooks', { params: { root }, signal }),
    select: ({ webhooks }) => webhooks.toSorted((a, b) => rank(a) - rank(b)),
    refetchInterval: refetchMs,
  })
}

function rank(info: WebhookInfo): number {
  return needsAttention(info) ? 0 : 1
}

export function needsAttention({ disabledReason, failingSince }: WebhookInfo): boolean {
  return disabledReason === null ? failingSince !== null : disabledReason !== 'user'
}

/** Refetches the list and everything below it. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const { root } = useSession()
  return () => client.invalidateQueries({ queryKey: ['webhooks', root] })
}
