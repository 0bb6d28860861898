/** Another installation, reached through its management API with a token. */
import { setTimeout } from 'node:timers/promises'
import {
  adminPath,
  adminRoutes,
  type AdminRouteFacts,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { errorTable, Refusal, type ErrorKind } from '@octavo/schema/errors.ts'
import type { RemoteSettings } from '../config.ts'
import { version } from '../version.ts'
import { CommandError, UsageError } from './command.ts'
import type { CallDetails, Remote } from './context.ts'
import { sendFile, type RawReply } from './send-file.ts'

/** The connection or the server failed, perhaps in the middle of a longer work. */
export class RemoteFailure extends CommandError {
  override name = 'RemoteFailure'
  readonly reason: string

  constructor(reason: string, nextStep: string) {
    super(`${reason}. ${nextStep}`)
    this.reason = reason
  }
}

/** How often a request is repeated that a busy server rejects, and the longest wait in seconds. */
const [mostTries, longestWait] = [5, 30]

export function openRemote(
  { url, token }: RemoteSettings,
  chosenRoot: string | undefined,
  warn: (line: string) => void,
): Remote {
  if (!token) {
    throw new CommandError(
      `OCTAVO_TOKEN is not set. Create a management token with octavo token create, or in Studio, and set it.`,
    )
  }
  const base = url.replace(/\/$/, '')
  if (isExposed(base)) warn(`Warning: the token is sent unencrypted to ${base}. Use https.`)
  let root: Promise<string> | undefined

  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }

  function send(method: string, path: string, body?: unknown): Promise<unknown> {
    return retried(async () => {
      const response = await fetch(base + adminPath + path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A token must not follow a redirect to another host.
        redirect: 'error',
      })
      const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
      return { status: response.status, text: await response.text(), wait }
    })
  }

  /** Every request of a command may be repeated: a server that is too busy has done nothing. */
  async function retried(attempt: () => Promise<RawReply>): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const { status, text, wait } = await attempt().catch((error: unknown) => {
        throw new RemoteFailure(`cannot reach ${base}: ${causeOf(error)}`, 'Check --url.')
      })
      if (status === 200) return parsed(text, base)
      const isBusy = status === 429 || status === 503
      if (!isBusy || !(wait <= longestWait) || tries >= mostTries) {
        throw failureOf(status, text, base)
      }
      await setTimeout(wait * 1000)
    }
  }

  async function chooseRoot(): Promise<string> {
    if (chosenRoot !== undefined) return chosenRoot
    const { method, path } = adminRoutes.listRoots
    const { roots } = (await send(method, path)) as AdminCalls['listRoots']['reply']
    const [only, ...others] = roots
    if (only && others.length === 0) return only.luid
    const names = roots.map(({ luid }) => luid).join(', ')
    throw new UsageError(`there are several root spaces (${names}): choose one with --root`)
  }

  async function targetOf(
    { path }: AdminRouteFacts,
    { params = {}, query = {} }: CallDetails = {},
  ): Promise<string> {
    root ??= chooseRoot()
    const given: Readonly<Record<string, string>> = { ...params, root: await root }
    const place = path.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(given[key] ?? ''),
    )
    const search = String(new URLSearchParams(query))
    return search === '' ? place : `${place}?${search}`
  }

  const remote: Remote = {
    url: base,
    async call<Name extends AdminRouteName>(
      name: Name,
      body?: AdminCalls[Name]['body'],
      details?: CallDetails,
    ) {
      const route = adminRoutes[name]
      const target = await targetOf(route, details)
      return (await send(route.method, target, body)) as AdminCalls[Name]['reply']
    },
    async upload(file, query) {
      const target = base + adminPath + (await targetOf(adminRoutes.uploadMedia, { query }))
      const reply = await retried(() => sendFile(target, headers, file))
      return reply as AdminCalls['uploadMedia']['reply']
    },
    definition: () => remote.call('readDefinition'),
  }
  return remote
}

/** Whether other computers can read what is sent there. */
function isExposed(base: string): boolean {
  const { protocol, hostname } = new URL(base)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

function parsed(text: string, base: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new CommandError(
      `${base} did not return JSON. Check --url: it must be the address of Studio.`,
    )
  }
}

function failureOf(status: number, text: string, base: string): Error {
  const problems = problemsIn(text)
  if (status === 401) {
    return new CommandError(
      `${base} does not accept OCTAVO_TOKEN: it is unknown, expired or revoked. Create another one with octavo token create.`,
    )
  }
  const isBusy = status === 429
  if (problems && status >= 400 && status < 500 && !isBusy) {
    return new Refusal(kindOf(status), problems)
  }
  if (status === 404) {
    return new CommandError(
      `${base} returned status 404. Check --url, and that the server has the version of this command (${version}).`,
    )
  }
  const nextStep = 'Try again; if that does not help, read the log of the server.'
  return new RemoteFailure(`${base} returned status ${status}`, nextStep)
}

function kindOf(status: number): ErrorKind {
  const kinds = Object.keys(errorTable) as ErrorKind[]
  return kinds.find((kind) => errorTable[kind].status === status) ?? 'badRequest'
}

function problemsIn(text: string): AdminError['problems'] | undefined {
  try {
    const { problems } = JSON.parse(text) as Partial<AdminError>
    return problems && problems.length > 0 ? problems : undefined
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
