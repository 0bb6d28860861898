/** How to install, fill, start and query another system. */
import type { ReadQuery } from '../operations.ts'

export interface Peer {
  readonly name: string
  /** Version of its main package. */
  readonly version: string
  /** The Node version it runs on; by default that of Octavo. */
  readonly node: string | undefined
  readonly packages: Readonly<Record<string, string>>
  /** Packages whose install scripts are needed. */
  readonly scripts: readonly string[]
  /** Project files: contents by path. */
  readonly files: Readonly<Record<string, string>>
  /** Arguments for Node that build the project. */
  readonly build?: readonly string[]
  /** Environment variables of every process. */
  settings(place: Place): Record<string, string>
  /** Creates its tables, and a key. */
  createTables(place: Place, programs: Programs): Promise<void>
  /** The rows of the data set, as its API would store them. */
  rows: Readonly<Record<string, (size: number) => Iterable<Row>>>
  /** Arguments for Node that start the server. */
  start(port: number): readonly string[]
  /** Returns 200 when the server is ready. */
  readonly readyPath: string
  readonly headers: Readonly<Record<string, string>>
  path(readQuery: ReadQuery): string
  creation(): { path: string; body: string }
  shown(response: unknown): ParsedResponse
}

export type Row = Record<string, string | number | null>

export interface Place {
  /** Folder of the installed project. */
  readonly folder: string
  /** Path of its database file. */
  readonly database: string
}

/** The Node version that a peer runs on. */
export interface Runtime {
  readonly node: string
  readonly version: string
  /** For native packages: the folder that contains `include/node`. */
  readonly headers: string | undefined
}

/** Runs the peer's programs. */
export interface Programs {
  /** Resolves when the program exits; rejects if it fails. */
  run(args: readonly string[], settings?: Record<string, string>): Promise<void>
  /** Starts the server, calls `use`, and stops the server. */
  serve(use: (baseUrl: string) => Promise<void>): Promise<void>
}

/** A response in terms of the data set. */
export interface ParsedResponse {
  readonly total: number
  readonly articles: readonly ShownArticle[]
}

export interface ShownArticle {
  readonly slug: string
  readonly title: string
  readonly body: string
  readonly author: { readonly name: string }
  readonly category: { readonly name: string }
}

/** The API key for all peers. */
export const peerKey = 'a-key-for-this-comparison-only-0123456789'
