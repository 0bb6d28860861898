/** Usage, the audit trail, the explorer, and live changes of a root. */
import { deedKinds } from '@octavo/schema/admin/contents.ts'
import type { ExplorerAnswer, ExplorerRequest } from '@octavo/schema/admin/settings.ts'
import { views } from '@octavo/schema/field-types.ts'
import { z } from 'zod'
import { dateOf, monthOf } from '../access/usage.ts'
import type { ContentContext } from '../content/context.ts'
import type { AdminHandlers, AdminCall } from './api.ts'
import { oneOf, parameters, text, wholeNumber } from './checks.ts'
import { deedsOf } from './deeds.ts'
import { eventsFor, type Watching } from './events.ts'

export interface RootDeps extends ContentContext {
  readonly watching: Watching
  /** Answers a read of /v1 as a key of this view would get it, whoever asks. */
  explore(call: AdminCall, request: ExplorerRequest): Promise<ExplorerAnswer>
}

export function rootHandlers(
  deps: RootDeps,
): Pick<AdminHandlers, 'readUsage' | 'listDeeds' | 'explore' | 'events'> {
  return {
    readUsage: {
      body: null,
      handle: (call) => {
        const { id, settings } = call.root.schema.root
        const { days } = parameters(call, 'days')
        const count = wholeNumber(days, 'days', { min: 1, max: 366, fallback: 30 })
        const now = deps.now()
        const from = dateOf(now - (count - 1) * 24 * 60 * 60 * 1000)
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
    },
    listDeeds: {
      body: null,
      handle: (call) => {
        const { kind, actor } = parameters(call, 'kind', 'actor')
        const filter = {
          rootId: call.root.schema.root.id,
          ...(kind !== undefined && { kind: oneOf(kind, deedKinds, 'kind', 'item') }),
          ...(actor !== undefined && { actor }),
        }
        return deps.store.read((tx) => deedsOf(tx, call, filter), call.reader)
      },
    },
    explore: {
      body: z.strictObject({ view: z.enum(views), path: text(8000) }),
      handle: (call, request) => deps.explore(call, request),
    },
    events: { body: null, handle: async (call) => eventsFor(deps, call) },
  }
}
