/**
 * What a route of /admin/api is on this side: facts that both sides know (`adminRoutes`) and a
 * handler. Nothing here knows HTTP: who calls, in which root, with what, is decided before.
 */
import type { AdminCalls, AdminQuery } from '@octavo/schema/admin/calls.ts'
import type { AdminRouteName } from '@octavo/schema/admin-api.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Readable } from 'node:stream'
import type { Browser, Caller } from '../access/sessions.ts'
import type { RawQuery } from '../query/parameters.ts'
import type { Reader } from '../store/reader.ts'

export type AdminHandler<Name extends AdminRouteName> = (
  call: AdminCall<AdminQuery<Name>>,
  body: AdminCalls[Name]['body'],
) => Promise<AdminCalls[Name]['reply'] | Readable>

export type AdminHandlers = { readonly [Name in AdminRouteName]: AdminHandler<Name> }

export interface AdminCall<Query = object> {
  /** Who calls, on routes that ask for a role. */
  readonly caller: Caller
  /** Who calls, if anybody: for routes that anyone may call. */
  readonly visitor: Caller | undefined
  /** The root space in the path. */
  readonly root: RootAccess
  /** For reads whose cost depends on how much content there is. */
  readonly reader: Reader
  readonly params: Readonly<Record<string, string>>
  /** What the parameters that the route knows say. */
  readonly query: Query
  /** All parameters as they were sent, for routes that read content by them. */
  readonly sentQuery: RawQuery
  readonly browser: Browser
  readonly contentType: string | undefined
  /** What the sender says that the body is long. */
  readonly contentLength: string | undefined
  /** The body as it comes, for uploads. */
  stream(): Readable
  /** Gives the browser this token for its session; null takes it away. */
  keepToken(token: string | null): void
}

/** A root space as the caller may use it. */
export interface RootAccess {
  readonly schema: Schema
  /** Ids of the spaces that the caller may use; null for all. */
  readonly spaceIds: readonly number[] | null
}

export function actorOf({ caller }: AdminCall): string {
  return `user:${caller.user.id}`
}
