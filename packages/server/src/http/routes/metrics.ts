import { hash, timingSafeEqual } from 'node:crypto'
import type { FollowedNode } from '../../metrics/node-counts.ts'
import { metricsText } from '../../metrics/text.ts'
import type { Store } from '../../store/store.ts'
import type { Endpoint } from '../exchange.ts'

interface MetricsDeps {
  readonly store: Pick<Store, 'read'>
  /** Callers must send it as a bearer token. */
  readonly token: string
  readonly node: Pick<FollowedNode, 'counts'>
  now(): number
}

/** Webhooks that are listed. */
const mostWebhooks = 1_000

export function metricsEndpoint({ store, token, node, now }: MetricsDeps): Endpoint {
  const expected = hash('sha256', `Bearer ${token}`, 'buffer')
  return {
    method: 'GET',
    callers: 'anyone',
    path: '/metrics',
    async handle({ headers: { authorization = '' } }) {
      const given = hash('sha256', authorization, 'buffer')
      if (!timingSafeEqual(given, expected)) return unauthorized
      const [queues, [unassigned]] = await store.read(async (tx) => [
        await tx.webhooks.queueAges(mostWebhooks),
        await tx.webhooks.unassigned(1),
      ])
      const unassignedSince = unassigned?.at
      return {
        status: 200,
        headers: {
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
          'cache-control': 'no-store',
        },
        body: metricsText({ node: node.counts(), queues, unassignedSince, now: now() }),
      }
    },
  }
}

const unauthorized = {
  status: 401,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer',
  },
  body: 'Send the value of OCTAVO_METRICS_TOKEN as "Authorization: Bearer …".\n',
}
