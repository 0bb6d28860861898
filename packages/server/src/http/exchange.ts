/** A request and its reply as the rest of the server knows them, whatever carries them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export interface HttpRequest {
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** The network address of the client, as `access/client-address.ts` decides. */
  readonly address: string
  /** The body, where all of it has come already. */
  readonly body?: Buffer
  /** The body. Nothing of it is read, nor asked for, before this is called. */
  stream(): Readable
  /** Whether the client has hung up, and nobody will read an answer. */
  isGone(): boolean
}

export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | Readable | null
}

/** A reply that is ready to be written, headers as a flat list of names and values. */
export interface ReadyReply {
  readonly status: number
  readonly head: string[]
  readonly body: Buffer | null
}

export interface Endpoint {
  /** GET answers HEAD too. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for parameters. */
  readonly path: string
  handle(request: HttpRequest): Promise<HttpReply>
}
