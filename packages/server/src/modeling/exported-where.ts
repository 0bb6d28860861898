import { whereOf, type Condition, type Where } from '@octavo/schema/conditions/condition.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { allFields } from '@octavo/schema/schema.ts'

/** A condition as files write it. */
export function exportedWhere(condition: Condition, root: RootDefinition): Where {
  const luids = new Map(allFields(root).map(({ id, luid }) => [id, luid]))
  return whereOf(condition, (id) => luids.get(id) ?? '')
}
