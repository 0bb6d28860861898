/** Who is signed in, with which browser, and for how long. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../content/context.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import type { ReadTransaction, WriteTransaction } from '../store/store.ts'
import { hashOfToken, newToken } from './tokens.ts'

const day = 24 * 60 * 60 * 1000
/** A session ends when it was not used for so long, and in any case after the longer time. */
export const idleTime = 7 * day
export const longestTime = 30 * day
/** Being seen is noted no more often than this, so that reading does not mean writing. */
const noteEvery = 5 * 60 * 1000

/** Where a session comes from. */
export interface Browser {
  address: string
  agent: string
}

export interface Caller {
  user: UserRecord
  session: SessionRecord
}

/** Always a new token: one that somebody else put into the browser is worth nothing afterwards. */
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

/** Whoever holds this token; undefined for nobody. The account is read anew at every request. */
export async function findCaller(
  tx: ReadTransaction,
  token: string | undefined,
  now: number,
): Promise<Caller | undefined> {
  const tokenHash = token === undefined ? undefined : hashOfToken(token)
  return tokenHash === undefined ? undefined : callerOf(tx, tokenHash, now)
}

/** The same, for what goes on for longer than a request. */
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
 * The caller's account as it is now, held until the transaction ends. Refused where the session ended
 * since the request began: whoever ended it did not want what comes in its name.
 */
export async function heldAccount(
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

export async function noteSeen(context: ContentContext, { session }: Caller): Promise<void> {
  const now = context.now()
  if (now - session.lastSeenAt < noteEvery) return
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
      throw new Refusal('notFound', 'there is no such session')
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
