import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../context.ts'
import { loadRevision } from './read.ts'
import { recordFirst } from './record.ts'
import { noRevision } from './revert.ts'

interface NameRequest {
  rootId: number
  actor: string
  id: number
  revision: number
  name: string | null
}

/** Names a revision, so that it is never pruned. A named editing session does not continue. */
export function nameRevision(
  context: ContentContext,
  { rootId, actor, id, revision, name }: NameRequest,
): Promise<void> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(rootId, 'shared')
    const [item] = await tx.items.load([id])
    if (item) await recordFirst(tx, [item])
    const found = item && (await loadRevision(tx, item, revision))
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
