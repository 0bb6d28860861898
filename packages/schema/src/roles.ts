/**
 * Roles in Studio, highest first. Each role includes the permissions of those after it. A writer changes
 * drafts, but nothing that published readers see.
 */
export const roles = ['owner', 'admin', 'editor', 'writer', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether a user with the role `own` may do what requires `needed`. */
export function hasRole(own: Role, needed: Role): boolean {
  return roles.indexOf(own) <= roles.indexOf(needed)
}

/** Whether the role can be limited to some spaces. Owners and admins may use all of them. */
export function canBeRestricted(role: Role): boolean {
  return isAbove('admin', role)
}

export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other)
}

/** Whether a user with the role `own` may invite, change or remove a member with the role `other`. */
export function canManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && isAbove(own, other))
}
