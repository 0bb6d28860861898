/** The members of an instance: their accounts, roles and spaces. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { canManage, isAbove, type Role } from '@octavo/schema/roles.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../content/context.ts'
import type { UserRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { restrictedSpaceIds } from './principal.ts'
import { lockedAccount, type Caller } from './sessions.ts'
import { newToken } from './tokens.ts'
import { accountProblems, addUser, isInvited, refuseIfAny, userChange } from './users.ts'

/** How long an invitation link is valid. */
const invitationTime = 7 * 24 * 60 * 60 * 1000

/** Who manages members: a member with a sufficient role, or the operator with a command. */
export type Manager = Caller | 'cli'

export interface NewMember {
  email: string
  name?: string
  role: Role
  spaceIds: number[] | null
}

export interface Invited {
  user: UserRecord
  token: string
  expiresAt: number
}

/** Creates an account without a password, and the link that sets one. */
export function inviteMember(
  context: ContentContext,
  caller: Manager,
  member: NewMember,
): Promise<Invited> {
  refuseIfAny(accountProblems(member))
  const at = context.now()
  return context.store.write(async (tx) => {
    await requireRank(tx, caller, member.role)
    const details = { ...member, passwordHash: '', spaceIds: restrictedSpaceIds(member) }
    const user = await addUser(tx, details, { actor: actorOf(caller), at })
    return invitationFor(tx, user, at)
  })
}

/** A new link for an account. Also serves as a password reset. */
export function renewInvitation(
  context: ContentContext,
  caller: Manager,
  id: number,
): Promise<Invited> {
  const at = context.now()
  return context.store.write(async (tx) => {
    const user = await manageable(tx, caller, id)
    await tx.changes.append([userChange(id, actorOf(caller), 'invite', at)])
    return invitationFor(tx, user, at)
  })
}

export function changeMember(
  context: ContentContext,
  caller: Manager,
  id: number,
  change: { name?: string; role?: Role; spaceIds?: number[] | null },
): Promise<UserRecord> {
  refuseIfAny(accountProblems(change))
  return context.store.write(async (tx) => {
    const before = await manageable(tx, caller, id)
    if (change.role) await requireRank(tx, caller, change.role)
    const role = change.role ?? before.role
    if (role !== 'owner') await requireOtherOwner(tx, before)
    const spaceIds = change.spaceIds === undefined ? before.spaceIds : change.spaceIds
    const name = change.name?.trim() ?? before.name
    const after = { ...before, name, role, spaceIds: restrictedSpaceIds({ role, spaceIds }) }
    await tx.users.update(after)
    // The link may come from a member who may not invite to the higher role.
    if (isAbove(role, before.role)) await tx.accounts.removeInvitation(id)
    await tx.changes.append([userChange(id, actorOf(caller), 'change', context.now())])
    return after
  })
}

/** Removes the account and ends all of its sessions immediately. */
export function removeMember(context: ContentContext, caller: Manager, id: number): Promise<void> {
  return context.store.write(async (tx) => {
    const user = await manageable(tx, caller, id)
    await requireOtherOwner(tx, user)
    await tx.accounts.removeSessions(id, {})
    await tx.accounts.removeInvitation(id)
    await tx.views.removeOwn(id)
    await tx.users.remove(id)
    await tx.changes.append([userChange(id, actorOf(caller), 'remove', context.now())])
  })
}

async function invitationFor(tx: WriteTransaction, user: UserRecord, at: number): Promise<Invited> {
  const { token, tokenHash } = newToken()
  const expiresAt = at + invitationTime
  await tx.accounts.saveInvitation({ userId: user.id, tokenHash, expiresAt })
  return { user, token, expiresAt }
}

/** The account, if the caller may manage it according to the current roles of both. */
async function manageable(tx: WriteTransaction, caller: Manager, id: number): Promise<UserRecord> {
  const users = await tx.users.list()
  const user = users.find((candidate) => candidate.id === id)
  if (!user) throw new Refusal('notFound', say('memberGone'))
  if (caller === 'cli') return user
  const now = users.find((candidate) => candidate.id === caller.user.id)
  if (now && canManage(now.role, user.role)) return user
  throw new Refusal('forbidden', say('cannotChangeMember', { role: user.role }))
}

async function requireRank(tx: WriteTransaction, caller: Manager, role: Role): Promise<void> {
  if (caller === 'cli') return
  const { role: own } = await lockedAccount(tx, caller)
  if (canManage(own, role)) return
  throw new Refusal('forbidden', [problemAt('role', say('cannotMakeMember', { role }))])
}

async function requireOtherOwner(tx: WriteTransaction, user: UserRecord): Promise<void> {
  if (user.role !== 'owner') return
  const users = await tx.users.list()
  const hasOther = users.some(
    (other) => other.id !== user.id && other.role === 'owner' && !isInvited(other),
  )
  if (hasOther) return
  throw new Refusal('badRequest', say('needsOwner'))
}

function actorOf(caller: Manager): string {
  return caller === 'cli' ? caller : `user:${caller.user.id}`
}
