/** Requests and replies, independent of the transport. */
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
  /** The body, if it has already arrived completely. */
  readonly body?: Buffer | undefined
  /** Returns the body. The server neither reads nor requests it (100 Continue) before this call. */
  stream(): Readable
  /** Whether the client has disconnected. */
  isGone(): boolean
}

export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | Readable | null
}

/** A reply that is ready to be written, with headers as a flat list of names and values. */
export interface ReadyReply {
  readonly status: number
  readonly head: string[]
  readonly body: Buffer | null
}

/** An entry in the routing table. */
export interface Endpoint {
  /** GET also handles HEAD; `ANY` handles methods that no other entry has. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  /** With `:name` for parameters, and a final `*` for all paths below. */
  readonly path: string
  /** The callers allowed: anyone, a key with this permission, or a member with this role. */
  readonly callers: 'anyone' | Access | Role
  /** Whether pages of any site may read the responses (CORS). */
  readonly isOpen?: boolean
  /** Whether the fast lane may call it: neither request nor response bodies are streams. */
  readonly isInFastLane?: boolean
  /** Returns a response that can be sent at once, if there is one. */
  ready?(request: ReadRequest): ReadyReply | undefined
  handle(request: HttpRequest): Promise<HttpReply>
}

export type ReadRequest = Pick<HttpRequest, 'method' | 'url' | 'headers'>
