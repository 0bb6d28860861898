/** A request and its reply as the rest of the server knows them, whatever carries them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export interface HttpRequest {
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  /** The body. Nothing of it is read, nor asked for, before this is called. */
  stream(): Readable
}

export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | Readable | null
}

export interface Endpoint {
  /** GET answers HEAD too. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for parameters. */
  readonly path: string
  handle(request: HttpRequest): Promise<HttpReply>
}
