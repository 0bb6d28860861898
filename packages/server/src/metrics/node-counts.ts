/** Counts of a node: one process, or a primary process with its workers. */
export interface AttemptCounts {
  /** Attempts to deliver webhooks since the start, by result. */
  readonly succeeded: number
  readonly failed: number
}

export interface NodeCounts {
  readonly openStreams: number
  readonly attempts: AttemptCounts
}

/** Follows the streams of this process. */
export type FollowNode = (openStreams: () => number) => FollowedNode

export interface FollowedNode {
  counts(): NodeCounts
  stop(): void
}

/** The counts of a node with one process. */
export function countHere(attempts: AttemptCounts): FollowNode {
  return (openStreams) => ({
    counts: () => ({ openStreams: openStreams(), attempts }),
    stop() {},
  })
}
