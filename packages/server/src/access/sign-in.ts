/** The ways into Studio: the first owner, a password, an invitation. Each starts a new session. */
import { normalEmail } from '@octavo/schema/accounts.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { InvitationRecord } from '../store/accounts.ts'
import type { UserRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { passwordProblems } from './passwords.ts'
import { beginSession, lockedAccount, type Browser, type Caller } from './sessions.ts'
import { countedChange, countedSignIn, requireNoBackoff } from './throttle.ts'
import { hashOfToken } from './tokens.ts'
import {
  accountProblems,
  addUser,
  isInvited,
  refuseIfAny,
  userChange,
  type AccountContext,
} from './users.ts'

export interface SignedIn {
  user: UserRecord
  token: string
}

export interface OwnerDetails {
  email: string
  password: string
  name?: string
}

/** Creates the first owner. Only one of several concurrent attempts succeeds. */
export async function setUpOwner(
  context: AccountContext,
  details: OwnerDetails,
  browser: Browser,
): Promise<SignedIn> {
  if (await context.store.read((tx) => tx.users.hasOwner())) throw ownedAlready()
  refuseIfAny([...accountProblems(details), ...passwordProblems(details.password)])
  const passwordHash = await context.passwords.hash(details.password)
  const at = context.now()
  return context.store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    if (await tx.users.hasOwner()) throw ownedAlready()
    const user = await addUser(tx, { ...details, role: 'owner', passwordHash }, { actor: null, at })
    const { token } = await beginSession(tx, user, browser, at)
    return { user, token }
  })
}

function ownedAlready(): Refusal {
  return new Refusal('forbidden', say('hasOwner'))
}

/** Verified for unknown accounts, so that they take as long as a wrong password. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IG5vYm9keSE$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** An unknown address and a wrong password give the same error. */
export async function signIn(
  context: AccountContext,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<SignedIn> {
  const attempt = { email, address: browser.address }
  await requireNoBackoff(context, attempt)
  const found = await context.store.read((tx) => tx.users.byEmail(normalEmail(email)))
  const isRight = await context.passwords.verify(
    found?.passwordHash || dummyHash,
    password,
    countedSignIn(context, attempt),
  )
  if (!found || !isRight || isInvited(found)) {
    throw new Refusal('unauthorized', say('wrongSignIn'))
  }
  const at = context.now()
  return context.store.write(async (tx) => {
    // The account was removed or its password changed since the check.
    const user = await tx.users.load(found.id)
    if (user?.passwordHash !== found.passwordHash) {
      throw new Refusal('unauthorized', say('wrongSignIn'))
    }
    const { token } = await beginSession(tx, user, browser, at)
    return { user, token }
  })
}

/** The user that an invitation is for. Unknown, used and expired links give the same error. */
export async function invitedUser(
  tx: ReadTransaction,
  token: string,
  now: number,
): Promise<UserRecord> {
  const invitation = await goodInvitation(tx, token, now)
  const user = invitation && (await tx.users.load(invitation.userId))
  // A writer has locked the account only now, and may have waited for another use of the same link.
  if (user && (await goodInvitation(tx, token, now))) return user
  throw new Refusal('notFound', say('linkGone'))
}

async function goodInvitation(
  tx: ReadTransaction,
  token: string,
  now: number,
): Promise<InvitationRecord | undefined> {
  const tokenHash = hashOfToken(token)
  const invitation = tokenHash && (await tx.accounts.invitationByToken(tokenHash))
  return invitation && invitation.expiresAt > now ? invitation : undefined
}

/** Sets the password of an account through its link, once, and ends all of its sessions. */
export async function acceptInvitation(
  context: AccountContext,
  { token, password, name }: { token: string; password: string; name?: string },
  browser: Browser,
): Promise<SignedIn> {
  refuseIfAny([...accountProblems({ name }), ...passwordProblems(password)])
  await context.store.read((tx) => invitedUser(tx, token, context.now()))
  const passwordHash = await context.passwords.hash(password)
  const at = context.now()
  return context.store.write(async (tx) => {
    const before = await invitedUser(tx, token, at)
    const user = { ...before, passwordHash, name: name?.trim() || before.name }
    await tx.users.update(user)
    await tx.accounts.removeInvitation(user.id)
    await tx.accounts.removeSessions(user.id, {})
    await tx.changes.append([userChange(user.id, `user:${user.id}`, 'set password', at)])
    const begun = await beginSession(tx, user, browser, at)
    return { user, token: begun.token }
  })
}

/** Ends every other session and removes the invitation link, so that only the new password gives access. */
export async function changePassword(
  context: AccountContext,
  caller: Caller,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { user, session } = caller
  const attempt = { email: user.email, address: session.address }
  await requireNoBackoff(context, attempt)
  const counted = countedChange(context, attempt)
  if (!(await context.passwords.verify(user.passwordHash, current, counted))) {
    refuseIfAny([problemAt('current', say('wrongPassword'))])
  }
  refuseIfAny(passwordProblems(next, 'next'))
  const passwordHash = await context.passwords.hash(next)
  const at = context.now()
  await context.store.write(async (tx) => {
    await tx.users.update({ ...(await lockedAccount(tx, caller)), passwordHash })
    await tx.accounts.removeSessions(user.id, { except: session.id })
    await tx.accounts.removeInvitation(user.id)
    await tx.changes.append([userChange(user.id, `user:${user.id}`, 'change password', at)])
  })
}
