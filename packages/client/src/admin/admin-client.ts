/** A typed client of the management API, for Studio. */
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import type { AdminRouteFacts, AdminRouteName, adminRoutes } from '@octavo/schema/admin-api.ts'
import { failureOf, networkFailure } from './admin-failure.ts'

type Routes = typeof adminRoutes

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Params<Name extends AdminRouteName> = Record<NamesIn<Routes[Name]['path']>, string | number>

export type AdminCallOptions<Name extends AdminRouteName> = {
  params: Params<Name>
  query?: AdminCalls[Name]['query']
  body?: AdminCalls[Name]['body']
  signal?: AbortSignal | undefined
  /** Lets the request outlive the page; browsers limit such bodies to 64 KiB. */
  isKeepalive?: boolean
}

export interface AdminClientOptions {
  readonly routes: Readonly<Record<AdminRouteName, AdminRouteFacts>>
  readonly path: string
  readonly header: { readonly name: string; readonly value: string }
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Parses the body of a response. */
  readonly parse: (text: string) => unknown
}

export interface AdminClient {
  call<Name extends AdminRouteName>(
    name: Name,
    options: AdminCallOptions<Name>,
  ): Promise<AdminCalls[Name]['reply']>
  /** URL of a route, for upload progress and event streams, which fetch does not support. */
  url<Name extends AdminRouteName>(
    name: Name,
    params: Params<Name>,
    query?: AdminCalls[Name]['query'],
  ): string
}

export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { routes, header, parse } = options
  const url: AdminClient['url'] = (name, params, query) =>
    options.path + filled(routes[name].path, params) + queryText(query)
  return {
    url,
    async call(name, { params, query, body, signal, isKeepalive }) {
      const { method } = routes[name]
      const headers: Record<string, string> = { Accept: 'application/json' }
      const init: RequestInit = { method, headers }
      if (method !== 'GET') headers[header.name] = header.value
      if (body !== undefined) {
        headers['Content-Type'] = 'application/json'
        init.body = JSON.stringify(body)
      }
      if (signal) init.signal = signal
      if (isKeepalive) init.keepalive = true
      const response = await options
        .fetch(url(name, params, query), init)
        .catch((error: unknown) => {
          if (signal?.aborted) throw error
          throw networkFailure()
        })
      if (!response.ok) throw await failureOf(response, parse)
      return parse(await response.text()) as AdminCalls[typeof name]['reply']
    },
  }
}

function filled(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryText(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
