/** What an attack is made of. It runs in a process of its own, against a server of its own. */
import type { Clients } from './clients.ts'

export interface Attack {
  readonly name: string
  readonly run: (target: Target, clients: Clients) => Promise<void>
  /** The number of files and sockets that the server may have open; the machine's limit if missing. */
  readonly openFiles?: number
  /** Whether a read of another root space is measured too. */
  readonly measuresOtherRoot?: boolean
}

/** All values can be sent to another process. */
export interface Target {
  port: number
  assetsPort: number
  /** Keys of the attacked root space. The attack's keys have the default limits. */
  keys: { published: string; draft: string }
  /** Cookie of a signed-in account. */
  cookie: string
  /** Path of an image of 100 megapixels on the asset server. */
  picture: string
  /** Number of items that refer to each other in chains. */
  items: number
  /** Whether `schema apply` accepted a model with a pattern whose cost grows with the fourth power of the length. */
  hasPattern: boolean
}
