/** Calls the management API like a browser: with a cookie and the headers of Studio. */
import {
  adminHeader,
  adminPath,
  adminRoutes,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import type { Role } from '@octavo/schema/roles.ts'
import type { TestApp } from './app-factory.ts'
import { writeRoot } from './write-root.ts'

export interface StudioResponse<Name extends AdminRouteName> {
  status: number
  headers: Headers
  /** Its shape depends on the status; tests check it with asserts. */
  json: AdminCalls[Name]['reply']
  text: string
}

export interface StudioOptions<Name extends AdminRouteName> {
  params?: Record<string, string | number>
  query?: AdminCalls[Name]['query'] | string
  /** Less strict than the contract, because tests also send invalid bodies. */
  body?: unknown
  headers?: Record<string, string>
}

export interface StudioCaller {
  call<Name extends AdminRouteName>(
    name: Name,
    options?: StudioOptions<Name>,
  ): Promise<StudioResponse<Name>>
  /** The session cookie. */
  cookie: string
}

export function studioCaller({ addresses }: TestApp): StudioCaller {
  const caller: StudioCaller = {
    cookie: '',
    async call(name, options = {}) {
      const { method, path } = adminRoutes[name]
      const response = await fetch(addresses.api + adminPath + place(path, options), {
        method,
        headers: {
          ...(method !== 'GET' && { [adminHeader.name]: adminHeader.value }),
          ...(caller.cookie && { cookie: caller.cookie }),
          ...options.headers,
        },
        ...bodyOf(options.body),
        redirect: 'error',
      })
      const set = response.headers.get('set-cookie')
      if (set !== null) caller.cookie = set.split(';', 1)[0] ?? ''
      const text = await response.text()
      const json = JSON.parse(text || 'null') as never
      return { status: response.status, headers: response.headers, json, text }
    },
  }
  return caller
}

function place<Name extends AdminRouteName>(
  path: string,
  { params = {}, query }: StudioOptions<Name>,
): string {
  const defaults = { root: 'main', id: 1, revision: 1, release: 'none', view: 'none' }
  const named: Record<string, string | number> = { ...defaults, ...params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ''))
  if (query === undefined) return filled
  const text =
    typeof query === 'string'
      ? query
      : new URLSearchParams(query as Record<string, string>).toString()
  return `${filled}?${text}`
}

function bodyOf(body: unknown): { body?: string | FormData } {
  if (body === undefined) return {}
  return {
    body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
  }
}

export const ownerAccount = { email: 'owner@example.com', password: 'correct horse' }

/** Creates the owner of an app and signs in. */
export async function ownerOf(app: TestApp): Promise<StudioCaller> {
  const owner = studioCaller(app)
  const { status, text } = await owner.call('setUpOwner', { body: ownerAccount })
  if (status !== 200) throw new Error(`cannot create the owner: ${text}`)
  return owner
}

export interface TestStudio {
  app: TestApp
  owner: StudioCaller
}

/** A new server with `writeRoot` and its owner, signed in. */
export async function freshStudio(freshApp: () => Promise<TestApp>): Promise<TestStudio> {
  const app = await freshApp()
  await app.applyTestSchema(writeRoot)
  return { app, owner: await ownerOf(app) }
}

let invitedCount = 0

/** A member with this role, invited by the owner and signed in. */
export async function memberOf(
  app: TestApp,
  owner: StudioCaller,
  role: Role,
  spaces: string[] | null = null,
): Promise<StudioCaller & { id: number; email: string }> {
  invitedCount += 1
  const email = `${role}${invitedCount}@example.com`
  const invited = await owner.call('inviteMember', {
    body: { email, role, spaces: spaces?.map((space) => ({ root: 'main', space })) ?? null },
  })
  if (invited.status !== 200) throw new Error(`cannot invite the member: ${invited.text}`)
  const member = studioCaller(app)
  const { token } = invited.json.invitation
  await member.call('acceptInvitation', { body: { token, password: 'correct horse' } })
  return Object.assign(member, { id: invited.json.member.id, email })
}
