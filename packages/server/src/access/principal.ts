/** The caller of the management API: a signed-in user, or a program with a management token. */
import { canBeRestricted, hasRole, type Role } from '@octavo/schema/roles.ts'
import type { TokenRecord } from '../store/records.ts'
import type { Caller } from './sessions.ts'

export interface TokenCaller {
  readonly token: TokenRecord
}

export type Principal = Caller | TokenCaller

/** The permissions of a principal. */
export interface Permissions {
  readonly role: Role
  readonly spaceIds: number[] | null
}

export function permissionsOf(principal: Principal): Permissions {
  return 'token' in principal ? principal.token : principal.user
}

/**
 * Ids of the spaces that these permissions are restricted to; null for no restriction. Owners and admins are
 * never restricted.
 */
export function restrictedSpaceIds({ role, spaceIds }: Permissions): number[] | null {
  return canBeRestricted(role) ? spaceIds : null
}

/** Whether the principal may change what published readers see. */
export function canPublish(principal: Principal): boolean {
  return hasRole(permissionsOf(principal).role, 'editor')
}

/** As the change log names it. */
export function actorOfPrincipal(principal: Principal): string {
  return 'token' in principal ? `token:${principal.token.id}` : `user:${principal.user.id}`
}

/** The owner of Idempotency-Keys. Keys and tokens have positive ids of one sequence, users negative ones. */
export function idempotencyOwnerOf(principal: Principal): number {
  return 'token' in principal ? principal.token.id : -principal.user.id
}
