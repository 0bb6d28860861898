/** The routes of /v1 are plain values, which the routing table and the API explorer share. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dependencies } from '../changes/tags.ts'
import type { RawQuery } from '../query/parameters.ts'
import type { Reader } from '../store/reader.ts'
import type { Reading } from '../store/reading.ts'
import type { KeyRecord } from '../store/records.ts'

export type Access = 'read' | 'read media' | 'write contents' | 'write media'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /v1, with `:name` for parameters: `/contents/:id`. GET routes also handle HEAD. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** Whether responses are endless: neither cached nor shared nor compressed. */
  readonly isStream?: boolean
  /** The kind of resource that a successful request creates, for quota checks. */
  readonly creates?: 'item' | 'media'
  /** Rejects requests that the key may not make, if that depends on the query. Runs before rate limiting. */
  authorise?(request: ApiRequest): void
  handle(request: ApiRequest): Promise<Reply>
}

export interface ApiRequest {
  readonly key: KeyRecord
  readonly schema: Schema
  /** Reads content from the same snapshot as key and schema; only for routes that read. */
  readonly reading: Reading
  /** For reads in a transaction of their own. */
  readonly reader?: Reader
  /** The path as sent, for messages and request digests. */
  readonly path: string
  /** The query string as sent, not decoded, with its question mark. */
  readonly search?: string
  readonly params: Readonly<Record<string, string>>
  /** The decoded parameters in the order sent, including repeated ones. */
  readonly query: RawQuery
  readonly headers: IncomingHttpHeaders
  /** Reads the body, which must not happen before key, permission, space and limit are checked. */
  bytes(): Promise<Buffer>
  /** Parses the body as JSON; undefined if the body is empty. */
  json(): Promise<unknown>
  stream(): Readable
}

export interface Reply {
  /** Serialized JSON, or a function that renders it once, after the read has been verified. */
  readonly body: string | Buffer | (() => Promise<Buffer>)
  /** Opens the body of a stream, once, after the request was counted and its snapshot was released. */
  readonly stream?: () => Promise<Readable>
  /** Identifies the body for the ETag, if hashing its bytes would take too long. */
  readonly fingerprint?: string
  /** Version of the item in the response. It becomes part of the ETag, for If-Match. */
  readonly version?: string
  /** Text for `X-SERVICE-DETAIL` of a successful response, e.g. names that `order` ignored. */
  readonly detail?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The content that the response depends on; undefined if it must not be cached. */
  readonly dependencies?: Dependencies
  /** Whether the client requests the tags of the response. */
  readonly hasTags?: boolean
}
