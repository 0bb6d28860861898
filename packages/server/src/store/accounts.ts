/** Keys, management tokens and accounts with their sessions, invitations and failed sign-ins. */
import type { KeyRecord, SessionRecord, TokenRecord, UserRecord } from './records.ts'

export interface KeyReads {
  load(id: number): Promise<KeyRecord | undefined>
  list(rootId: number): Promise<KeyRecord[]>
}

export interface KeyWrites {
  insert(key: KeyRecord): Promise<void>
  update(key: KeyRecord): Promise<void>
  remove(id: number): Promise<void>
}

export interface TokenReads {
  byHash(tokenHash: string): Promise<TokenRecord | undefined>
  list(): Promise<TokenRecord[]>
}

export interface TokenWrites {
  insert(token: TokenRecord): Promise<void>
  touch(id: number, at: number): Promise<void>
  remove(id: number): Promise<void>
}

export interface UserReads {
  byEmail(email: string): Promise<UserRecord | undefined>
  /** Locks the account in a write transaction. */
  load(id: number): Promise<UserRecord | undefined>
  /** Those that exist, in the order of their ids. Locks them in a write transaction. */
  loadAll(ids: readonly number[]): Promise<UserRecord[]>
  /** Locks all accounts in a write transaction. */
  list(): Promise<UserRecord[]>
  hasOwner(): Promise<boolean>
}

export interface UserWrites {
  insert(user: UserRecord): Promise<void>
  update(user: UserRecord): Promise<void>
  remove(id: number): Promise<void>
}

export interface AccountReads {
  sessionByToken(tokenHash: string): Promise<SessionRecord | undefined>
  sessionsOf(userId: number): Promise<SessionRecord[]>
  /** Last use of any session, by user id. */
  lastSeen(): Promise<Map<number, number>>
  invitationByToken(tokenHash: string): Promise<InvitationRecord | undefined>
  /** Ids of users with a pending invitation. */
  invited(): Promise<Set<number>>
  failures(names: readonly string[]): Promise<FailureRecord[]>
}

export interface AccountWrites {
  insertSession(session: SessionRecord): Promise<void>
  touchSession(id: string, at: number): Promise<void>
  /** Deletes sessions of a user: one, all, or all but one. */
  removeSessions(userId: number, which: { only?: string; except?: string }): Promise<void>
  removeSessionsBefore(times: { seen: number; created: number }): Promise<void>
  /** Saves the invitation, replacing an earlier one of the user. */
  saveInvitation(invitation: InvitationRecord): Promise<void>
  removeInvitation(userId: number): Promise<void>
  /** Serializes transactions that update the counter of this name. */
  lockFailures(name: string): Promise<void>
  saveFailures(failures: readonly FailureRecord[]): Promise<void>
  removeFailures(names: readonly string[]): Promise<void>
  removeFailuresBefore(time: number): Promise<void>
}

export interface InvitationRecord {
  userId: number
  /** SHA-256 of the token in hex. */
  tokenHash: string
  expiresAt: number
}

/** The failed sign-ins counted under one name: an email address, a network address, or both. */
export interface FailureRecord {
  name: string
  count: number
  /** Time of the first failure. */
  since: number
}
