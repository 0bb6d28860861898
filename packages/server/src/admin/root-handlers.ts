/** Usage, the audit log, the API explorer and live changes of a root. */
import type { ExplorerReply, ExplorerRequest } from '@octavo/schema/admin/settings.ts'
import { dateOf, monthOf } from '../access/usage.ts'
import type { ContentContext } from '../content/context.ts'
import type { AdminHandlers, AdminCall } from './api.ts'
import { auditEntriesOf } from './audit.ts'
import { eventsFor, type ChangeStreams } from './events.ts'

export interface RootDeps extends ContentContext {
  readonly changeStreams: ChangeStreams
  /** Runs a read of /v1 as a key of this view would, for any caller. */
  explore(call: AdminCall, request: ExplorerRequest): Promise<ExplorerReply>
}

export function rootHandlers(deps: RootDeps) {
  return {
    readUsage: (call) => {
      const { id, settings } = call.root.schema.root
      const now = deps.now()
      const from = dateOf(now - (call.query.days - 1) * 24 * 60 * 60 * 1000)
      return deps.store.read(
        async (tx) => ({
          requests: await tx.usage.requests(id, monthOf(now)),
          stored: await tx.usage.stored(id),
          quotas: settings.quotas,
          days: await tx.usage.days(id, from),
        }),
        call.reader,
      )
    },
    listAuditEntries: (call) => {
      const { limit, before, ...given } = call.query
      const filter = { rootId: call.root.schema.root.id, before, ...given }
      return deps.store.read((tx) => auditEntriesOf(tx, call, filter, limit), call.reader)
    },
    explore: (call, request) => deps.explore(call, request),
    events: async (call) => eventsFor(deps, call),
  } satisfies Partial<AdminHandlers>
}
