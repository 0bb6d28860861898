/** Leads a request of /admin/api to its handler: origin, session, role, root, and only then the body. */
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import {
  adminPath,
  adminRoutes,
  type AdminRouteFacts,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import { errorTable, Refusal } from '@octavo/schema/errors.ts'
import { hasRole } from '@octavo/schema/roles.ts'
import { say } from '@octavo/schema/problems.ts'
import { Readable } from 'node:stream'
import { findCaller, noteSeen, type Caller } from '../access/sessions.ts'
import type { AdminCall, AdminHandler, AdminHandlers, RootAccess } from '../admin/api.ts'
import { checked } from '../admin/checks.ts'
import { ItemConflict } from '../admin/contents/changes.ts'
import { accessTo } from '../admin/reach.ts'
import type { ContentContext } from '../content/context.ts'
import { readerOf, usualQueryTimeout } from '../store/reader.ts'
import type { ReadTransaction } from '../store/store.ts'
import { guardHeaders, requireOwnPage, sessionCookie, type SessionCookie } from './admin-guard.ts'
import { parseJson, readBody } from './body.ts'
import type { Clients } from './clients.ts'
import { compress } from './compression.ts'
import { errorReply, waitOf } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { parseQuery } from './query-string.ts'

export interface AdminEndpointDeps extends ContentContext {
  /** Public address of the API. */
  readonly baseUrl: string
  /** Time for a read, in milliseconds. */
  readonly queryTimeout?: number
  readonly clients: Clients
  log(line: string): void
}

interface Surroundings extends AdminEndpointDeps {
  readonly ownOrigin: string
  readonly cookie: SessionCookie
}

export function adminEndpoints(handlers: AdminHandlers, deps: AdminEndpointDeps): Endpoint[] {
  const ownOrigin = new URL(deps.baseUrl).origin
  const surroundings = { ...deps, ownOrigin, cookie: sessionCookie(ownOrigin) }
  const names = Object.keys(adminRoutes) as AdminRouteName[]
  return names.map((name) => {
    const facts: AdminRouteFacts = adminRoutes[name]
    // Each handler takes what its own route takes, which the types of the table have made sure of.
    const handler = handlers[name] as unknown as AdminHandler<'signIn'>
    return {
      method: facts.method,
      path: adminPath + facts.path,
      handle: (request) => answer(facts, handler, request, surroundings),
    }
  })
}

async function answer(
  facts: AdminRouteFacts,
  handler: AdminHandler<'signIn'>,
  request: HttpRequest,
  deps: Surroundings,
): Promise<HttpReply> {
  const kept: { token?: string | null } = {}
  const headers = (): Record<string, string> => ({
    ...guardHeaders,
    'cache-control': 'no-store',
    ...(kept.token !== undefined && { 'set-cookie': deps.cookie.write(kept.token) }),
  })
  try {
    if (facts.method !== 'GET') requireOwnPage(request.headers, deps.ownOrigin)
    const session = deps.cookie.read(request.headers)
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      deps.clients.run(request, session, work)
    const found = await inTurn(() => identify(facts, request, deps))
    if (found.caller) await noteSeen(deps, found.caller)
    const call = callOf(request, found, deps.queryTimeout, (token) => (kept.token = token))
    const body = handler.body
      ? checked(handler.body, parseJson(await readBody(request)))
      : undefined
    // Not while the body arrives: a slow sender would block others from the same address.
    const reply: unknown = await inTurn(() => handler.handle(call, body as never))
    return await successReply(request, reply, headers())
  } catch (error) {
    return errorReply(error, { accept: undefined, log: deps.log, headers: headers(), bodyOf })
  }
}

interface Found {
  caller: Caller | undefined
  root: RootAccess | undefined
}

/** Account, role and definition come from one snapshot, at every request: what was taken is gone. */
function identify(
  facts: AdminRouteFacts,
  request: HttpRequest,
  deps: Surroundings,
): Promise<Found> {
  return deps.store.read(async (tx) => {
    const token = deps.cookie.read(request.headers)
    const caller = await findCaller(tx, token, deps.now())
    if (caller && token !== undefined) deps.clients.know(token, `user ${caller.user.id}`)
    else deps.clients.forget(token)
    if (facts.roles === 'anyone') return { caller, root: undefined }
    if (!caller) throw new Refusal('unauthorized', say('signInFirst'))
    if (!hasRole(caller.user.role, facts.roles)) {
      throw new Refusal('forbidden', say('needsRole', { role: facts.roles }))
    }
    const luid = request.params['root']
    const root = luid === undefined ? undefined : await rootNamed(tx, deps, caller, luid)
    return { caller, root }
  })
}

async function rootNamed(
  tx: ReadTransaction,
  deps: Surroundings,
  { user }: Caller,
  luid: string,
): Promise<RootAccess> {
  const record = (await tx.roots.list()).find((root) => root.luid === luid)
  const access = record && accessTo(user, await deps.schemas.in(tx, record.id))
  if (access) return access
  throw new Refusal('notFound', 'there is no such root space')
}

function callOf(
  request: HttpRequest,
  { caller, root }: Found,
  queryTimeout: number | undefined,
  keepToken: (token: string | null) => void,
): AdminCall {
  return {
    get caller() {
      return caller ?? missing('a session')
    },
    visitor: caller,
    get root() {
      return root ?? missing('a root space')
    },
    reader: {
      ...readerOf(queryTimeout ?? usualQueryTimeout, () => request.isGone()),
      rootId: root?.schema.root.id ?? 0,
      caller: `user ${caller?.user.id ?? 0}`,
    },
    params: request.params,
    query: parseQuery(request.url),
    browser: { address: request.address, agent: request.headers['user-agent'] ?? '' },
    contentType: request.headers['content-type'],
    contentLength: request.headers['content-length'],
    stream: () => request.stream(),
    keepToken,
  }
}

function missing(what: string): never {
  throw new Error(`this route asked for ${what} that nobody required`)
}

async function successReply(
  request: HttpRequest,
  reply: unknown,
  headers: Record<string, string>,
): Promise<HttpReply> {
  if (reply instanceof Readable) {
    if (request.method === 'HEAD') reply.destroy()
    const type = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
    const body = request.method === 'HEAD' ? null : reply
    return { status: 200, headers: { ...headers, ...type }, body }
  }
  const whole = Buffer.from(JSON.stringify(reply))
  const { body, encoding } = await compress(whole, request.headers['accept-encoding'])
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding, Cookie',
      ...(encoding && { 'content-encoding': encoding }),
    },
    body,
  }
}

function bodyOf(refusal: Refusal): AdminError {
  const retryAfter = waitOf(refusal)
  return {
    ...errorTable[refusal.kind],
    problems: [...refusal.problems],
    ...(retryAfter !== undefined && { retryAfter }),
    ...(refusal instanceof ItemConflict && { current: refusal.current }),
  }
}
