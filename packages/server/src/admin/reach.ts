/** The only place that decides which roots and spaces a user may access. */
import type { RootDefinition, Space } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import { restrictedSpaceIds, type Permissions } from '../access/principal.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { RootAccess } from './api.ts'

export async function rootsIn(
  { schemas }: Pick<ContentContext, 'schemas'>,
  tx: ReadTransaction,
): Promise<RootDefinition[]> {
  const roots: RootDefinition[] = []
  for (const { id } of await tx.roots.list()) roots.push((await schemas.in(tx, id)).root)
  return roots
}

export function spacesIn(person: Permissions, root: RootDefinition): Space[] {
  const reach = restrictedSpaceIds(person)
  return reach === null ? root.spaces : root.spaces.filter(({ id }) => reach.includes(id))
}

/** The root with the access of this user; undefined without access. */
export function accessTo(person: Permissions, schema: Schema): RootAccess | undefined {
  if (!mayEnter(person, schema.root)) return undefined
  const spaceIds = spacesIn(person, schema.root).map(({ id }) => id)
  return { schema, spaceIds: restrictedSpaceIds(person) && spaceIds }
}

/** Users may enter a root if they may use at least one of its spaces. */
export function mayEnter(person: Permissions, root: RootDefinition): boolean {
  return spacesIn(person, root).length > 0
}
