/**
 * What a route of /v1 is: a value. The table of endpoints, OpenAPI and the tests read the same array.
 */
import type { Schema } from '@octavo/schema/schema.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dependencies } from '../changes/tags.ts'
import type { RawQuery } from '../query/parameters.ts'
import type { Reading } from '../store/reading.ts'
import type { KeyRecord } from '../store/records.ts'

export type Access = 'read' | 'write contents' | 'write media'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /v1, with `:name` for parameters: `/contents/:id`. GET answers HEAD too. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** What a success adds, and a quota may refuse. */
  readonly creates?: 'item' | 'media'
  /** Refuses what the key may not do, where that depends on the query: before the limit counts. */
  authorise?(request: ApiRequest): void
  handle(request: ApiRequest): Promise<Reply>
}

export interface ApiRequest {
  readonly key: KeyRecord
  readonly schema: Schema
  /** Content of the same state as key and schema; only a route that reads has it. */
  readonly reading: Reading
  /** The path as sent, for messages and digests. */
  readonly path: string
  /** The query as sent, undecoded, with its question mark. */
  readonly search?: string
  readonly params: Readonly<Record<string, string>>
  /** The query as sent, in order, decoded, repeats kept. */
  readonly query: RawQuery
  readonly headers: IncomingHttpHeaders
  /** The body, read only now: after key, permission, space and limit were checked. */
  bytes(): Promise<Buffer>
  /** The body as JSON; undefined where there is none. */
  json(): Promise<unknown>
  stream(): Readable
}

export interface Reply {
  /** Ready JSON. */
  readonly body: string | Buffer
  /** Stands for the bytes of the body where hashing them would take long. */
  readonly fingerprint?: string
  /** Version of the one item that the answer is about; becomes part of the ETag and serves If-Match. */
  readonly version?: string
  /** Plain words for `X-SERVICE-DETAIL` on a success, e.g. names that `order` ignored. */
  readonly detail?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the answer depends on, where it may be kept. */
  readonly dependencies?: Dependencies
}
