/** Handles requests of /admin/api. Checks origin, session, role and root before it reads the body. */
import { adminCalls, type AdminCallSchemas } from '@octavo/schema/admin/calls.ts'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { fileForm } from '@octavo/schema/admin/media.ts'
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
import { bearerIn, findToken, recordTokenUse } from '../access/management-tokens.ts'
import { actorOfPrincipal, permissionsOf, type Principal } from '../access/principal.ts'
import { findCaller, recordUse as recordSessionUse } from '../access/sessions.ts'
import type { AdminCall, AdminHandler, AdminHandlers, RootAccess } from '../admin/api.ts'
import { checked, checkedQuery } from '../admin/checks.ts'
import { ItemConflict } from '../admin/contents/changes.ts'
import { accessTo } from '../admin/reach.ts'
import type { ContentContext } from '../content/context.ts'
import { defaultQueryTimeout } from '../store/reader.ts'
import { withClientAddress } from '../store/client-address.ts'
import type { ReadTransaction } from '../store/store.ts'
import { guardHeaders, requireOwnPage, sessionCookie, type SessionCookie } from './admin-guard.ts'
import { parseJson, readBody } from './body.ts'
import type { Clients } from './clients.ts'
import { compress } from './representation.ts'
import { DetailedError, waitOf } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { parseQuery } from './query-string.ts'

export interface AdminEndpointDeps extends ContentContext {
  /** Public address of the API. */
  readonly baseUrl: string
  /** Time for a read, in milliseconds. */
  readonly queryTimeout?: number
  readonly clients: Clients
}

interface HandlerContext extends AdminEndpointDeps {
  readonly ownOrigin: string
  readonly cookie: SessionCookie
}

type Route = AdminRouteFacts & AdminCallSchemas

export function adminEndpoints(handlers: AdminHandlers, deps: AdminEndpointDeps): Endpoint[] {
  const ownOrigin = new URL(deps.baseUrl).origin
  const context = { ...deps, ownOrigin, cookie: sessionCookie(ownOrigin) }
  const names = Object.keys(adminRoutes) as AdminRouteName[]
  return names.map((name) => {
    const route: Route = { ...adminRoutes[name], ...adminCalls[name] }
    // Safe: the type of the table pairs each handler with the input of its own route.
    const handler = handlers[name] as unknown as AdminHandler<'signIn'>
    return {
      method: route.method,
      path: adminPath + route.path,
      callers: route.roles,
      handle: (request) => respond(route, handler, request, context),
    }
  })
}

async function respond(
  route: Route,
  handler: AdminHandler<'signIn'>,
  request: HttpRequest,
  deps: HandlerContext,
): Promise<HttpReply> {
  const cookie: { token?: string | null } = {}
  const headers = (): Record<string, string> => ({
    ...guardHeaders,
    'cache-control': 'no-store',
    ...(cookie.token !== undefined && { 'set-cookie': deps.cookie.write(cookie.token) }),
  })
  try {
    const bearer = bearerIn(request.headers.authorization)
    // Browsers attach cookies by themselves, but never a token.
    if (route.method !== 'GET' && bearer === undefined) {
      requireOwnPage(request.headers, deps.ownOrigin)
    }
    const credential = bearer ?? deps.cookie.read(request.headers)
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      deps.clients.run(request, credential, work)
    const kind = bearer === undefined ? credentials.session : credentials.token
    const found = await inTurn(() => identify(route, request, { ...kind, credential }, deps))
    await recordUse(deps, found.principal)
    const call = callOf(route, request, found, deps.queryTimeout, (token) => (cookie.token = token))
    const body = await bodyOf(route, request)
    // The slot is free while the body arrives: a slow sender must not block others from its address.
    const reply: unknown = await inTurn(() =>
      withClientAddress(call.browser.address, () => handler(call, body as never)),
    )
    return await successReply(request, reply, headers())
  } catch (error) {
    throw new DetailedError(error, { headers: headers(), bodyOf: errorBodyOf })
  }
}

interface CredentialKind {
  /** The problem with a credential that is missing or invalid. */
  readonly problem: 'signInFirst' | 'badToken'
  find(
    tx: ReadTransaction,
    credential: string | undefined,
    now: number,
  ): Promise<Principal | undefined>
}

interface Identification extends CredentialKind {
  readonly credential: string | undefined
}

const credentials = {
  session: { find: findCaller, problem: 'signInFirst' },
  token: { find: findTokenCaller, problem: 'badToken' },
} as const satisfies Record<string, CredentialKind>

async function findTokenCaller(
  tx: ReadTransaction,
  text: string | undefined,
  now: number,
): Promise<Principal | undefined> {
  const token = await findToken(tx, text ?? '', now)
  return token && { token }
}

async function recordUse(deps: ContentContext, principal: Principal | undefined): Promise<void> {
  if (!principal) return
  if ('token' in principal) await recordTokenUse(deps, principal.token)
  else await recordSessionUse(deps, principal)
}

interface Found {
  principal: Principal | undefined
  root: RootAccess | undefined
}

/** Reads account, role and schema from one snapshot per request, so that revoked access ends at once. */
function identify(
  facts: AdminRouteFacts,
  request: HttpRequest,
  { credential, find, problem }: Identification,
  deps: HandlerContext,
): Promise<Found> {
  return deps.store.read(async (tx) => {
    const principal = await find(tx, credential, deps.now())
    if (principal && credential !== undefined) {
      deps.clients.setOwner(credential, { name: actorOfPrincipal(principal) })
    } else deps.clients.removeOwner(credential)
    if (facts.roles === 'anyone') return { principal, root: undefined }
    if (!principal) throw new Refusal('unauthorized', say(problem))
    if (!hasRole(permissionsOf(principal).role, facts.roles)) {
      throw new Refusal('forbidden', say('needsRole', { role: facts.roles }))
    }
    const luid = request.params['root']
    const root = luid === undefined ? undefined : await rootNamed(tx, deps, principal, luid)
    return { principal, root }
  })
}

async function rootNamed(
  tx: ReadTransaction,
  deps: HandlerContext,
  principal: Principal,
  luid: string,
): Promise<RootAccess> {
  const record = (await tx.roots.list()).find((root) => root.luid === luid)
  const access = record && accessTo(permissionsOf(principal), await deps.schemas.in(tx, record.id))
  if (access) return access
  throw new Refusal('notFound', 'there is no such root space')
}

/** Bytes. Anyone may send such a body, so parsing it must cost next to nothing. */
const maxAnonymousBody = 64 * 1024

/** Undefined for file uploads, which their handlers read as streams. */
async function bodyOf({ body, roles }: Route, request: HttpRequest): Promise<unknown> {
  if (!body || body === fileForm) return undefined
  const maxBytes = roles === 'anyone' ? maxAnonymousBody : undefined
  return checked(body, parseJson(await readBody(request, maxBytes)))
}

function callOf(
  { query }: Route,
  request: HttpRequest,
  { principal, root }: Found,
  queryTimeout = defaultQueryTimeout,
  setToken: (token: string | null) => void,
): AdminCall {
  const sentQuery = parseQuery(request.url)
  const account = principal && 'user' in principal ? principal : undefined
  return {
    get principal() {
      return principal ?? missing('a session')
    },
    get caller() {
      return account ?? needsAccount(principal)
    },
    visitor: account,
    get root() {
      return root ?? missing('a root space')
    },
    reader: {
      rootId: root?.schema.root.id ?? 0,
      caller: principal ? actorOfPrincipal(principal) : '',
      deadline: performance.now() + queryTimeout,
      isGone: () => request.isGone(),
    },
    params: request.params,
    query: query ? checkedQuery(query, sentQuery) : {},
    sentQuery,
    browser: { address: request.address, agent: request.headers['user-agent'] ?? '' },
    contentType: request.headers['content-type'],
    contentLength: request.headers['content-length'],
    stream: () => request.stream(),
    setToken,
  }
}

function needsAccount(principal: Principal | undefined): never {
  if (!principal) return missing('a session')
  throw new Refusal('forbidden', say('needsAccount'))
}

function missing(what: string): never {
  throw new Error(`the handler uses ${what} that its route does not require`)
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
  const json = Buffer.from(JSON.stringify(reply))
  const { body, encoding } = await compress(json, request.headers['accept-encoding'])
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

function errorBodyOf(refusal: Refusal): AdminError {
  const retryAfter = waitOf(refusal)
  return {
    ...errorTable[refusal.kind],
    problems: [...refusal.problems],
    ...(retryAfter !== undefined && { retryAfter }),
    ...(refusal instanceof ItemConflict && { current: refusal.current }),
  }
}
