/** What the store keeps of people beside their accounts: sessions, invitations, failed sign-ins. */
import type { SessionRecord } from './records.ts'

export interface AccountReads {
  sessionByToken(tokenHash: string): Promise<SessionRecord | undefined>
  sessionsOf(userId: number): Promise<SessionRecord[]>
  /** The last use of any session, by user. */
  lastSeen(): Promise<Map<number, number>>
  invitationByToken(tokenHash: string): Promise<InvitationRecord | undefined>
  /** Users who have an invitation that they have not accepted. */
  invited(): Promise<Set<number>>
  failures(names: readonly string[]): Promise<FailureRecord[]>
}

export interface AccountWrites {
  insertSession(session: SessionRecord): Promise<void>
  touchSession(id: string, at: number): Promise<void>
  /** Ends sessions of a user: one, all, or all but one. */
  removeSessions(userId: number, which: { only?: string; except?: string }): Promise<void>
  removeSessionsBefore(times: { seen: number; created: number }): Promise<void>
  /** Replaces the user's invitation, if there is one. */
  saveInvitation(invitation: InvitationRecord): Promise<void>
  removeInvitation(userId: number): Promise<void>
  /** Makes those who count the same name wait for each other. */
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

/** Failed sign-ins under one name: an e-mail address, a network address, or both. */
export interface FailureRecord {
  name: string
  count: number
  /** When the first of them was. */
  since: number
}
