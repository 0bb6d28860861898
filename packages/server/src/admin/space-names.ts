/** Spaces by the LUIDs of their root and their own, and by their ids. */
import type { SpaceName } from '@octavo/schema/admin/account.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../content/context.ts'
import { rootsIn } from './reach.ts'

export function spaceNamesOf(
  ids: readonly number[],
  roots: readonly RootDefinition[],
): SpaceName[] {
  return roots.flatMap((root) =>
    root.spaces
      .filter(({ id }) => ids.includes(id))
      .map(({ luid }) => ({ root: root.luid, space: luid })),
  )
}

export function spaceIdsOf(
  deps: ContentContext,
  names: readonly SpaceName[] | null,
): Promise<number[] | null> {
  return deps.store.read(async (tx) => {
    if (names === null) return null
    const roots = await rootsIn(deps, tx)
    const ids = names.map(
      ({ root, space }) =>
        roots.find(({ luid }) => luid === root)?.spaces.find(({ luid }) => luid === space)?.id,
    )
    const problems = ids.flatMap((id, index) =>
      id === undefined ? [problemAt(`spaces[${index}]`, say('noSpace'))] : [],
    )
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    return [...new Set(ids.filter((id) => id !== undefined))]
  })
}
