import type { StoredValues } from '../../fields/field-type.ts'
import type { RevisionGroup, SealedRevision } from '../../store/revisions.ts'
import type { WriteTransaction } from '../../store/store.ts'
import { rewrittenGroup } from './groups.ts'

/** Changes or drops revisions of a group. The caller has locked the item. */
export async function rewriteGroup(
  tx: WriteTransaction,
  group: RevisionGroup,
  change: (revision: SealedRevision, values: StoredValues) => StoredValues | null,
): Promise<void> {
  const { revisions, end } = await rewrittenGroup(await tx.revisions.group(group), change)
  await tx.revisions.replaceGroup(group, revisions)
  const heads = await tx.revisions.heads([group.itemId])
  const continuing = heads.filter(
    ({ languageId, path }) => languageId === group.languageId && path[0] === group.base,
  )
  await tx.revisions.saveHeads(continuing.map((head) => ({ ...head, ...end })))
}
