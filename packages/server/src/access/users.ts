import { isEmail, isStorable, longestEmail, normalEmail } from '@octavo/schema/accounts.ts'
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { Role } from '@octavo/schema/roles.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../content/context.ts'
import { defaultPreferences, type NewChange, type UserRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { passwordProblems, type Passwords } from './passwords.ts'

const longestName = 200

/** Dependencies of use cases that set or check a password. */
export interface AccountContext extends ContentContext {
  readonly passwords: Passwords
}

export interface NewUser {
  email: string
  role: Role
  password: string
  actor: string
  name?: string
  /** Null or omitted for all spaces. */
  spaceIds?: number[] | null
}

export async function createUser(context: AccountContext, user: NewUser): Promise<number> {
  refuseIfAny([...accountProblems(user), ...passwordProblems(user.password)])
  const passwordHash = await context.passwords.hash(user.password)
  const at = context.now()
  return context.store.write(async (tx) => {
    const { id } = await addUser(tx, { ...user, passwordHash }, { actor: user.actor, at })
    return id
  })
}

export type UserDetails = Pick<UserRecord, 'email' | 'role' | 'passwordHash'> &
  Partial<Pick<UserRecord, 'name' | 'spaceIds'>>

/** Adds an account with validated details. */
export async function addUser(
  tx: WriteTransaction,
  { email, role, passwordHash, name = '', spaceIds = null }: UserDetails,
  { actor, at }: { actor: string | null; at: number },
): Promise<UserRecord> {
  const normal = normalEmail(email)
  if (await tx.users.byEmail(normal)) {
    throw new Refusal('badRequest', [problemAt('email', say('accountTaken'))])
  }
  const [id = 0] = await tx.ids.allocate('user', 1)
  const user: UserRecord = {
    id,
    email: normal,
    role,
    passwordHash,
    createdAt: at,
    name: name.trim(),
    spaceIds,
    preferences: defaultPreferences,
  }
  await tx.users.insert(user)
  await tx.changes.append([userChange(id, actor ?? `user:${id}`, 'create', at)])
  return user
}

/**
 * Whether the member was invited and has not set a password yet. Sign-in is impossible with such an account.
 */
export function isInvited({ passwordHash }: UserRecord): boolean {
  return passwordHash === ''
}

export function accountProblems(account: { email?: string; name?: string | undefined }): Problem[] {
  const problems: Problem[] = []
  const { email, name } = account
  if (email !== undefined && !isEmail(email)) {
    problems.push(problemAt('email', say('email', { max: longestEmail })))
  }
  if (name !== undefined && (name.length > longestName || !isStorable(name))) {
    problems.push(problemAt('name', say('name', { max: longestName })))
  }
  return problems
}

export function refuseIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal('badRequest', problems)
}

/** Accounts belong to the instance, not to a root space. */
export function userChange(
  subjectId: number,
  actor: string,
  action: string,
  at: number,
): NewChange {
  return { at, rootId: 0, kind: 'user', subjectId, modelId: null, actor, action, scopes: [] }
}
