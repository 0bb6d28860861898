/** An attack. It runs in a separate process, against its own server. */
import type { Clients } from './clients.ts'

export interface Attack {
  readonly name: string
  readonly run: (target: Target, clients: Clients) => Promise<void>
  /** Limit of open files and sockets of the server; by default that of the machine. */
  readonly openFiles?: number
  /** Whether to measure a read of another root space too. */
  readonly measuresOtherRoot?: boolean
}

/** All values can be sent to another process. */
export interface Target {
  port: number
  assetsPort: number
  /** Keys of the attacked root space, with the default limits. */
  keys: { published: string; draft: string }
  /** Cookie of a signed-in account. */
  cookie: string
  /** Path of an image of 100 megapixels on the asset server. */
  picture: string
  /** Number of items that refer to each other in chains. */
  items: number
  /** Whether `schema apply` accepted a pattern whose cost grows with the fourth power of the length. */
  hasPattern: boolean
}
