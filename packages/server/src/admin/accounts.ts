/** Set-up, sign-in, sessions and user profiles. */
import type { Account, Bootstrap } from '@octavo/schema/admin/account.ts'
import type { AdminQuery } from '@octavo/schema/admin/calls.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { LimitDefaults } from '../access/limits.ts'
import * as sessions from '../access/sessions.ts'
import * as signing from '../access/sign-in.ts'
import { accountProblems, refuseIfAny, userChange, type AccountContext } from '../access/users.ts'
import { trashDays } from '../content/state.ts'
import type { MediaLimits } from '../media/media-context.ts'
import type { UserRecord } from '../store/records.ts'
import { version } from '../version.ts'
import type { AdminCall, AdminHandlers } from './api.ts'
import { done } from './checks.ts'
import { modelsFileOf, type ModelsFileDeps } from './models-file.ts'
import { mayEnter, rootsIn, spacesIn } from './reach.ts'

export interface AccountDeps extends AccountContext, ModelsFileDeps {
  readonly baseUrl: string
  readonly assetsUrl: string
  readonly limits: LimitDefaults
  readonly mediaLimits: MediaLimits
}

export function accountHandlers(deps: AccountDeps) {
  const enter = (call: AdminCall, { user, token }: signing.SignedIn): Account => {
    call.setToken(token)
    return accountOf(user)
  }
  return {
    bootstrap: (call) => bootstrap(deps, call),
    setUpOwner: async (call, body) => {
      const signedIn = await signing.setUpOwner(deps, body, call.browser)
      return enter(call, signedIn)
    },
    signIn: async (call, body) => {
      const signedIn = await signing.signIn(deps, body, call.browser)
      // Ends the previous session of this browser.
      if (call.visitor) await sessions.endSession(deps, call.visitor, call.visitor.session.id)
      return enter(call, signedIn)
    },
    readInvitation: async (_call, { token }) => {
      const user = await deps.store.read((tx) => signing.invitedUser(tx, token, deps.now()))
      return { email: user.email, name: user.name }
    },
    acceptInvitation: async (call, body) =>
      enter(call, await signing.acceptInvitation(deps, body, call.browser)),
    signOut: async (call) => {
      await sessions.endSession(deps, call.caller, call.caller.session.id)
      call.setToken(null)
      return done
    },
    listSessions: async ({ caller }) => {
      const found = await sessions.listSessions(deps, caller)
      return {
        sessions: found.map(({ id, createdAt, lastSeenAt, address, agent }) => ({
          id,
          isCurrent: id === caller.session.id,
          createdAt: formatTime(createdAt),
          lastSeenAt: formatTime(lastSeenAt),
          address,
          agent,
        })),
      }
    },
    endSession: async ({ caller, params }) => {
      await sessions.endSession(deps, caller, params['id'] ?? '')
      return done
    },
    endOtherSessions: async ({ caller }) => {
      await sessions.endOtherSessions(deps, caller)
      return done
    },
    changePassword: async ({ caller }, body) => {
      await signing.changePassword(deps, caller, body)
      return done
    },
    changeProfile: async ({ caller }, { name: newName, preferences }) => {
      refuseIfAny(accountProblems({ name: newName }))
      return deps.store.write(async (tx) => {
        const user = await sessions.lockedAccount(tx, caller)
        const changed = {
          ...user,
          name: newName?.trim() ?? user.name,
          preferences: { ...user.preferences, ...preferences },
        }
        await tx.users.update(changed)
        if (changed.name !== user.name) {
          const change = userChange(user.id, `user:${user.id}`, 'change name', deps.now())
          await tx.changes.append([change])
        }
        return accountOf(changed)
      })
    },
  } satisfies Partial<AdminHandlers>
}

function bootstrap(
  deps: AccountDeps,
  call: AdminCall<AdminQuery<'bootstrap'>>,
): Promise<Bootstrap> {
  const { root: wanted } = call.query
  return deps.store.read(async (tx): Promise<Bootstrap> => {
    const { visitor } = call
    if (!visitor) return { state: (await tx.users.hasOwner()) ? 'signedOut' : 'setup' }
    const roots = (await rootsIn(deps, tx)).filter((one) => mayEnter(visitor.user, one))
    const root = roots.find(({ luid }) => luid === wanted) ?? roots[0] ?? null
    return {
      state: 'ready',
      user: accountOf(visitor.user),
      sessionId: visitor.session.id,
      roots: roots.map(({ luid, name: rootName }) => ({ luid, name: rootName })),
      root,
      spaces: root ? spacesIn(visitor.user, root).map(({ luid }) => luid) : [],
      modelsFile: root && modelsFileOf(deps, root.luid),
      limits: {
        readLimit: deps.limits.reads,
        writeLimit: deps.limits.writes,
        uploadBytes: deps.mediaLimits.uploadBytes,
        pixels: deps.mediaLimits.pixels,
        trashDays,
      },
      addresses: { api: deps.baseUrl, assets: deps.assetsUrl },
      version,
    }
  })
}

function accountOf({ id, email: address, name: ownName, role, preferences }: UserRecord): Account {
  return { id, email: address, name: ownName, role, preferences }
}
