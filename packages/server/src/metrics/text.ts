/** The text format of Prometheus, version 0.0.4. */
import type { WebhookQueue } from '../store/webhooks.ts'
import type { NodeCounts } from './node-counts.ts'

export interface Measured {
  readonly node: NodeCounts
  readonly queues: readonly WebhookQueue[]
  /** The oldest event that is in no queue yet; undefined if there is none. */
  readonly unassignedSince: number | undefined
  readonly now: number
}

interface Metric {
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  /** Values by label. The label '' has no name. */
  readonly values: readonly (readonly [label: string, value: number])[]
}

export function metricsText(measured: Measured): string {
  return metricsOf(measured).map(textOf).join('')
}

function metricsOf({ node, queues, unassignedSince, now }: Measured): Metric[] {
  const age = (since: number | null | undefined): number =>
    since === null || since === undefined ? 0 : Math.max(0, now - since) / 1000
  const ofWebhooks = (value: (queue: WebhookQueue) => number): Metric['values'] =>
    queues.map((queue) => [`webhook="${queue.webhookId}"`, value(queue)])
  const { succeeded, failed } = node.attempts
  return [
    {
      name: 'octavo_open_streams',
      type: 'gauge',
      help: 'Open streams of changes on this node.',
      values: [['', node.openStreams]],
    },
    {
      name: 'octavo_webhook_attempts_total',
      type: 'counter',
      help: 'Attempts of this node to deliver webhooks.',
      values: [
        ['result="success"', succeeded],
        ['result="failure"', failed],
      ],
    },
    {
      name: 'octavo_webhook_unassigned_age_seconds',
      type: 'gauge',
      help: 'Age of the oldest event that is in no queue yet.',
      values: [['', age(unassignedSince)]],
    },
    {
      name: 'octavo_webhook_queue_age_seconds',
      type: 'gauge',
      help: 'Age of the oldest pending delivery.',
      values: ofWebhooks(({ oldestAt }) => age(oldestAt)),
    },
    {
      name: 'octavo_webhook_failing_seconds',
      type: 'gauge',
      help: 'Time since the first failure after the last success.',
      values: ofWebhooks(({ failingSince }) => age(failingSince)),
    },
    {
      name: 'octavo_webhook_enabled',
      type: 'gauge',
      help: 'Whether the webhook is enabled.',
      values: ofWebhooks(({ disabledAt }) => (disabledAt === null ? 1 : 0)),
    },
  ]
}

function textOf({ name, type, help, values }: Metric): string {
  const lines = values.map(([label, value]) => `${name}${label && `{${label}}`} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
