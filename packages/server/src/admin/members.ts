import type { InvitedMember, Member } from '@octavo/schema/admin/account.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { formatTime } from '@octavo/schema/times.ts'
import * as members from '../access/members.ts'
import { isInvited } from '../access/users.ts'
import type { ContentContext } from '../content/context.ts'
import type { UserRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { AdminHandlers } from './api.ts'
import { done, idIn } from './checks.ts'
import { rootsIn } from './reach.ts'
import { spaceIdsOf, spaceNamesOf } from './space-names.ts'

export function memberHandlers(deps: ContentContext) {
  const shown = (user: UserRecord): Promise<Member> =>
    deps.store.read(async (tx) => memberOf(user, await memberFacts(deps, tx)))
  const invited = async (invitation: members.Invited): Promise<InvitedMember> => ({
    member: await shown(invitation.user),
    invitation: {
      token: invitation.token,
      path: invitationPath(invitation),
      expiresAt: formatTime(invitation.expiresAt),
    },
  })
  return {
    listMembers: () =>
      deps.store.read(async (tx) => {
        const facts = await memberFacts(deps, tx)
        const users = await tx.users.list()
        return { members: users.map((user) => memberOf(user, facts)) }
      }),
    inviteMember: async ({ caller }, { spaces: names, ...member }) => {
      const spaceIds = await spaceIdsOf(deps, names ?? null)
      return invited(await members.inviteMember(deps, caller, { ...member, spaceIds }))
    },
    changeMember: async (call, { spaces: names, ...change }) => {
      const reach = names === undefined ? {} : { spaceIds: await spaceIdsOf(deps, names) }
      const id = idIn(call, 'member')
      return shown(await members.changeMember(deps, call.caller, id, { ...change, ...reach }))
    },
    removeMember: async (call) => {
      await members.removeMember(deps, call.caller, idIn(call, 'member'))
      return done
    },
    renewInvitation: async (call) =>
      invited(await members.renewInvitation(deps, call.caller, idIn(call, 'member'))),
  } satisfies Partial<AdminHandlers>
}

/** The path of the page in Studio that accepts the invitation. */
export function invitationPath({ token }: Pick<members.Invited, 'token'>): string {
  return `/invitation#${token}`
}

interface MemberFacts {
  roots: RootDefinition[]
  lastSeen: ReadonlyMap<number, number>
}

async function memberFacts(deps: ContentContext, tx: ReadTransaction): Promise<MemberFacts> {
  return { roots: await rootsIn(deps, tx), lastSeen: await tx.accounts.lastSeen() }
}

function memberOf(user: UserRecord, { roots, lastSeen }: MemberFacts): Member {
  const seen = lastSeen.get(user.id)
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    spaces: user.spaceIds && spaceNamesOf(user.spaceIds, roots),
    state: isInvited(user) ? 'invited' : 'active',
    createdAt: formatTime(user.createdAt),
    lastSeenAt: seen === undefined ? null : formatTime(seen),
  }
}
