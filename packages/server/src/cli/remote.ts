/** Another installation, reached through its management API with a token. */
import { adminPath, adminRoutes, type AdminRouteName } from '@octavo/schema/admin-api.ts'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { RemoteSettings } from '../config.ts'
import { CommandError, UsageError } from './command.ts'
import type { Remote } from './context.ts'

export function openRemote({ url, token }: RemoteSettings, chosenRoot: string | undefined): Remote {
  if (token === undefined) {
    throw new CommandError(
      `OCTAVO_TOKEN is not set. Create a management token with octavo token create, or in Studio, and set it.`,
    )
  }
  const base = url.replace(/\/$/, '')
  let root: Promise<string> | undefined

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(base + adminPath + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A token must not follow a redirect to another host.
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new CommandError(`cannot reach ${base}: ${causeOf(error)}. Check --url.`)
    })
    if (response.ok) return response.json()
    throw failureOf(response.status, await response.text(), base)
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

  const remote: Remote = {
    url: base,
    async call<Name extends AdminRouteName>(name: Name, body?: AdminCalls[Name]['body']) {
      const { method, path } = adminRoutes[name]
      root ??= chooseRoot()
      const place = path.replace(':root', encodeURIComponent(await root))
      return (await send(method, place, body)) as AdminCalls[Name]['reply']
    },
    definition: () => remote.call('readDefinition'),
  }
  return remote
}

function failureOf(status: number, text: string, base: string): Error {
  const problems = problemsIn(text)
  if (status === 401) {
    return new CommandError(
      `${base} does not accept OCTAVO_TOKEN: it is unknown, expired or revoked. Create another one with octavo token create.`,
    )
  }
  if (problems && status >= 400 && status < 500) {
    return new Refusal(status === 404 ? 'notFound' : 'badRequest', problems)
  }
  return new CommandError(`${base} returned status ${status}. Is it an Octavo of this version?`)
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
