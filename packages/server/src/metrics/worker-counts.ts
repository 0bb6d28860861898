/**
 * The counts of a node with workers. Each worker reports its streams to the primary process, which delivers
 * webhooks, and gets the counts of the node in return. The channel also carries other messages.
 */
import type { Worker } from 'node:cluster'
import type { AttemptCounts, FollowNode, NodeCounts } from './node-counts.ts'

/** How often a worker reports, in milliseconds. */
const reportPause = 1_000

interface Report {
  readonly streamsOfWorker: number
}

interface Total {
  readonly countsOfNode: NodeCounts
}

type Messages = Pick<Worker, 'id' | 'on' | 'send'>

/** In the primary process: returns a function that is called with each new worker. */
export function collectCounts(attempts: AttemptCounts): (worker: Messages) => void {
  const streams = new Map<number, number>()
  return (worker) => {
    worker.on('message', (message: unknown) => {
      if (!isReport(message)) return
      streams.set(worker.id, message.streamsOfWorker)
      const openStreams = [...streams.values()].reduce((sum, count) => sum + count, 0)
      worker.send({ countsOfNode: { openStreams, attempts } } satisfies Total)
    })
    worker.on('exit', () => streams.delete(worker.id))
  }
}

/** In a worker. The counts are about a second old. */
export const countInPrimary: FollowNode = (openStreams) => {
  let total: NodeCounts = { openStreams: 0, attempts: { succeeded: 0, failed: 0 } }
  const report = (): void => {
    if (process.connected) process.send?.({ streamsOfWorker: openStreams() } satisfies Report)
  }
  const receive = (message: unknown): void => {
    if (isTotal(message)) total = message.countsOfNode
  }
  process.on('message', receive)
  const timer = setInterval(report, reportPause).unref()
  report()
  return {
    counts: () => total,
    stop() {
      clearInterval(timer)
      process.off('message', receive)
    },
  }
}

function isReport(message: unknown): message is Report {
  return typeof message === 'object' && message !== null && 'streamsOfWorker' in message
}

function isTotal(message: unknown): message is Total {
  return typeof message === 'object' && message !== null && 'countsOfNode' in message
}
