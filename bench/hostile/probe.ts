/** How long requests of other clients take, measured by a process of its own. */
import { startProcess, type AskedProcess } from './ask-process.ts'

export interface Probe {
  name: string
  port: number
  /** A whole request. */
  text: string
}

export interface Latency {
  /** Milliseconds, from when a request was due. */
  p50: number
  p99: number
  max: number
  samples: number
  /** Requests that were answered with another status than 200, or not at all. */
  failures: number
}

/** A message without probes ends the measurement. */
export interface ProbeMessage {
  start?: readonly Probe[]
}
/** In the order of the probes; empty after a start. */
export type ProbeReply = Latency[]

export function startProber(): AskedProcess<ProbeMessage, ProbeReply> {
  return startProcess('probe-process.ts')
}
