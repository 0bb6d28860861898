/** A request and its reply as the rest of the server knows them, whatever carries them. */
import type { Role } from '@octavo/schema/roles.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Access } from './api.ts'

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

/** A row of the table that requests are matched with. */
export interface Endpoint {
  /** GET answers HEAD too; `ANY` answers what no other row does. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  /** With `:name` for parameters, and `*` at the end for all below. */
  readonly path: string
  /** Who may call: anyone, a key with this permission, or a member of this role. */
  readonly callers: 'anyone' | Access | Role
  /** Whether pages of every site may read the responses. */
  readonly isOpen?: boolean
  /** Whether the fast lane may call it: bodies are whole, of requests and of responses. */
  readonly isInFastLane?: boolean
  /** The response, where it can be given at once. */
  ready?(request: ReadRequest): ReadyReply | undefined
  handle(request: HttpRequest): Promise<HttpReply>
}

export type ReadRequest = Pick<HttpRequest, 'method' | 'url' | 'headers'>
