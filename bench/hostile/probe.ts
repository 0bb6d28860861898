/** Measures the latency of other clients in a separate process. */
import { startProcess, type WorkerProcess } from '../worker-process.ts'

export interface Probe {
  name: string
  port: number
  /** The complete request. */
  text: string
}

export interface Latency {
  /** Milliseconds since the scheduled time of a request. */
  p50: number
  p99: number
  max: number
  samples: number
  /** Requests without a response, or with a status other than 200. */
  failures: number
}

/** A message without probes ends the measurement. */
export interface ProbeMessage {
  start?: readonly Probe[]
}
/** In the order of the probes; empty after a start. */
export type ProbeReply = Latency[]

export function startProber(): WorkerProcess<ProbeMessage, ProbeReply> {
  return startProcess('hostile/probe-process.ts')
}
