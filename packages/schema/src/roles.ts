/** What people may do in Studio, the mightiest first. Each may do all that those after it may. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Whether somebody with this role may do what that role is asked for. */
export function hasRole(own: Role, needed: Role): boolean {
  return roles.indexOf(own) <= roles.indexOf(needed)
}

export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other)
}

/** Whether somebody may change, remove or appoint a member of this role. */
export function canManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && isAbove(own, other))
}
