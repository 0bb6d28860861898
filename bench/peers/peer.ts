/** What the comparison has to know of another system to install it, fill it, start it and ask it. */
import type { Question } from '../operations.ts'

export interface Peer {
  readonly name: string
  /** Of its main package. */
  readonly version: string
  /** The Node it runs on; undefined is the one that runs Octavo. */
  readonly node: string | undefined
  readonly packages: Readonly<Record<string, string>>
  /** Packages whose install scripts are needed. */
  readonly scripts: readonly string[]
  /** Its project: texts by path. */
  readonly files: Readonly<Record<string, string>>
  /** Arguments for Node that finish an installation. */
  readonly build?: readonly string[]
  /** Settings of every process. */
  settings(place: Place): Record<string, string>
  /** Makes its own tables, and a key. */
  makeTables(place: Place, programs: Programs): Promise<void>
  /** The rows of the data set, as its own API would have stored them. */
  rows: Readonly<Record<string, (size: number) => Iterable<Row>>>
  /** Arguments for Node that start the server. */
  start(port: number): readonly string[]
  /** Answers with 200 when the server is ready. */
  readonly readyPath: string
  readonly headers: Readonly<Record<string, string>>
  path(question: Question): string
  creation(): { path: string; body: string }
  shown(answer: unknown): Answer
}

export type Row = Record<string, string | number | null>

export interface Place {
  /** Of the installed project. */
  readonly folder: string
  /** The file of its database. */
  readonly database: string
}

/** The Node that a peer runs on. */
export interface Runtime {
  readonly node: string
  readonly version: string
  /** For what must be compiled: the folder that has `include/node` in it. */
  readonly headers: string | undefined
}

/** Ways to run the peer's own programs. */
export interface Programs {
  /** Until it ends; rejects where it fails. */
  run(args: readonly string[], settings?: Record<string, string>): Promise<void>
  /** A server that is asked and then stopped. */
  serve(use: (baseUrl: string) => Promise<void>): Promise<void>
}

/** What an answer holds, in the words of the data set. */
export interface Answer {
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

/** The key that every peer is asked with, as Octavo is asked with one of its own. */
export const peerKey = 'a-key-for-this-comparison-only-0123456789'
