import { defaultFrameHosts } from '@octavo/schema/frames.ts'

/** Settings of a space for its flexible text. */
export interface TextPolicy {
  /** Allowed sources of iframes: a host, or a host with a path. */
  readonly iframeHosts: readonly string[]
}

export const defaultTextPolicy: TextPolicy = { iframeHosts: defaultFrameHosts }
