/** Sessions: who is signed in, with which browser, and for how long. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../content/context.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import type { ReadTransaction, WriteTransaction } from '../store/store.ts'
import { hashOfToken, newToken } from './tokens.ts'

const day = 24 * 60 * 60 * 1000
/** A session ends after this time without use, and in any case after `longestTime`. */
export const idleTime = 7 * day
export const longestTime = 30 * day
/** The last use is recorded at most this often, so that reads do not cause writes. */
const recordInterval = 5 * 60 * 1000

/** The browser that started a session. */
export interface Browser {
  address: string
  agent: string
}

export interface Caller {
  user: UserRecord
  session: SessionRecord
}

/** Always creates a new token, which protects against session fixation. */
export async function beginSession(
  tx: WriteTransaction,
  user: UserRecord,
  { address, agent }: Browser,
  now: number,
): Promise<{ token: string; session: SessionRecord }> {
  const { token, tokenHash } = newToken()
  const session: SessionRecord = {
    id: randomBytes(12).toString('hex'),
    userId: user.id,
    tokenHash,
    createdAt: now,
    lastSeenAt: now,
    address: storable(address, 100),
    agent: storable(agent, 300),
  }
  await tx.accounts.removeSessionsBefore({ seen: now - idleTime, created: now - longestTime })
  await tx.accounts.insertSession(session)
  return { token, session }
}

/** The user with this token, if any. The account is read again on every request. */
export async function findCaller(
  tx: ReadTransaction,
  token: string | undefined,
  now: number,
): Promise<Caller | undefined> {
  const tokenHash = token === undefined ? undefined : hashOfToken(token)
  return tokenHash === undefined ? undefined : callerOf(tx, tokenHash, now)
}

/** The same by token hash, for work that outlives a request. */
export async function callerOf(
  tx: ReadTransaction,
  tokenHash: string,
  now: number,
): Promise<Caller | undefined> {
  const session = await tx.accounts.sessionByToken(tokenHash)
  if (!session || isOver(session, now)) return undefined
  const user = await tx.users.load(session.userId)
  return user && { user, session }
}

/**
 * The current account of the caller, locked until the transaction ends. Rejects the caller if the session has
 * ended since the request began.
 */
export async function lockedAccount(
  tx: WriteTransaction,
  { user, session }: Caller,
): Promise<UserRecord> {
  const account = await tx.users.load(user.id)
  if (account && (await tx.accounts.sessionByToken(session.tokenHash))) return account
  throw new Refusal('unauthorized', say('signInFirst'))
}

function isOver({ createdAt, lastSeenAt }: SessionRecord, now: number): boolean {
  return lastSeenAt < now - idleTime || createdAt < now - longestTime
}

export async function recordUse(context: ContentContext, { session }: Caller): Promise<void> {
  const now = context.now()
  if (now - session.lastSeenAt < recordInterval) return
  await context.store.write((tx) => tx.accounts.touchSession(session.id, now))
}

export async function listSessions(
  context: ContentContext,
  { user }: Caller,
): Promise<SessionRecord[]> {
  const sessions = await context.store.read((tx) => tx.accounts.sessionsOf(user.id))
  return sessions.filter((session) => !isOver(session, context.now()))
}

export function endSession(
  context: ContentContext,
  { user }: Caller,
  sessionId: string,
): Promise<void> {
  return context.store.write(async (tx) => {
    const sessions = await tx.accounts.sessionsOf(user.id)
    if (!sessions.some(({ id }) => id === sessionId)) {
      throw new Refusal('notFound', 'the session does not exist or has ended')
    }
    await tx.accounts.removeSessions(user.id, { only: sessionId })
  })
}

export function endOtherSessions(
  context: ContentContext,
  { user, session }: Caller,
): Promise<void> {
  return context.store.write((tx) => tx.accounts.removeSessions(user.id, { except: session.id }))
}

function storable(text: string, longest: number): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, longest).toWellFormed()
}
