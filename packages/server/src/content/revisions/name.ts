import { isStorable } from '@octavo/schema/accounts.ts'
import { longestRevisionName } from '@octavo/schema/choices.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { ContentContext } from '../context.ts'
import { itemOfRoot } from '../load.ts'
import { loadRevision } from './read.ts'
import { recordFirst } from './record.ts'
import { noRevision } from './revert.ts'

interface NameRequest {
  rootId: number
  actor: string
  id: number
  revision: number
  /** Spaces around it are removed. Null or an empty text removes the name. */
  name: string | null
}

/** Names a revision, so that it is never pruned. A named editing session does not continue. */
export function nameRevision(
  context: ContentContext,
  { rootId, actor, id, revision, name: given }: NameRequest,
): Promise<void> {
  const name = given?.trim() || null
  if (name !== null && (name.length > longestRevisionName || !isStorable(name))) {
    throw new Refusal('badRequest', [problemAt('name', say('name', { max: longestRevisionName }))])
  }
  return context.store.write(async (tx) => {
    await tx.roots.lock(rootId, 'shared')
    const item = await itemOfRoot(tx, rootId, id)
    await recordFirst(tx, [item])
    const found = await loadRevision(tx, item, revision)
    if (!found) throw new Refusal('notFound', [noRevision(id, revision)])
    await tx.revisions.rename(id, found.facts.languageId, revision, name)
    await tx.changes.append([
      {
        at: context.now(),
        rootId,
        kind: 'item',
        subjectId: id,
        modelId: item.modelId,
        actor,
        action: 'name revision',
        scopes: [],
      },
    ])
  })
}
