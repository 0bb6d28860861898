/** Which roots and spaces somebody may use: decided here and nowhere else. */
import type { RootDefinition, Space } from '@octavo/schema/definitions.ts'
import type { UserRecord } from '../store/records.ts'

type Person = Pick<UserRecord, 'role' | 'spaceIds'>

/** Ids of the spaces that somebody is restricted to; null for none. Owners and admins never are. */
export function reachOf({ role, spaceIds }: Person): readonly number[] | null {
  return role === 'owner' || role === 'admin' ? null : spaceIds
}

export function spacesIn(person: Person, root: RootDefinition): Space[] {
  const reach = reachOf(person)
  return reach === null ? root.spaces : root.spaces.filter(({ id }) => reach.includes(id))
}

/** A root is there for those who may use one of its spaces. */
export function mayEnter(person: Person, root: RootDefinition): boolean {
  return spacesIn(person, root).length > 0
}
