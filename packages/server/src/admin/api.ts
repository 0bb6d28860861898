/**
 * A route of the management API on the server: its shared definition (`adminRoutes`) and a handler. Handlers
 * are independent of HTTP: caller, root space and body are resolved before.
 */
import type { AdminCalls, AdminQuery } from '@octavo/schema/admin/calls.ts'
import type { AdminRouteName } from '@octavo/schema/admin-api.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Readable } from 'node:stream'
import { actorOfPrincipal, type Principal } from '../access/principal.ts'
import type { Browser, Caller } from '../access/sessions.ts'
import type { RawQuery } from '../query/parameters.ts'
import type { Reader } from '../store/reader.ts'

export type AdminHandler<Name extends AdminRouteName> = (
  call: AdminCall<AdminQuery<Name>>,
  body: AdminCalls[Name]['body'],
) => Promise<AdminCalls[Name]['reply'] | Readable>

export type AdminHandlers = { readonly [Name in AdminRouteName]: AdminHandler<Name> }

export interface AdminCall<Query = object> {
  /** The account or the management token, on routes that require a role. */
  readonly principal: Principal
  /** The signed-in user, on routes that require a role. A management token is rejected here. */
  readonly caller: Caller
  /** The signed-in user, if any, on routes without a role. */
  readonly visitor: Caller | undefined
  /** The root space in the path. */
  readonly root: RootAccess
  /** For reads whose cost depends on the amount of content. */
  readonly reader: Reader
  readonly params: Readonly<Record<string, string>>
  /** The query parameters that the route defines, parsed. */
  readonly query: Query
  /** All query parameters as sent, for routes that read content with them. */
  readonly sentQuery: RawQuery
  readonly browser: Browser
  readonly contentType: string | undefined
  /** The Content-Length header. */
  readonly contentLength: string | undefined
  /** The body as a stream, for uploads. */
  stream(): Readable
  /** Sets the session token of the browser; null removes it. */
  setToken(token: string | null): void
}

/** A root space with the access of the caller. */
export interface RootAccess {
  readonly schema: Schema
  /** Ids of the spaces that the caller may use; null for all. */
  readonly spaceIds: readonly number[] | null
}

export function actorOf({ principal }: AdminCall): string {
  return actorOfPrincipal(principal)
}
