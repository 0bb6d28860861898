/** The first revisions of an item: of a new one, or of one that is older than revisions. */
import type { Item } from '../../store/records.ts'
import type { RevisionHead, SealedRevision } from '../../store/revisions.ts'
import { endWith, noGroup, sealAfter } from './groups.ts'
import { changedFields } from './steps.ts'

export interface FirstRevisions {
  heads: RevisionHead[]
  sealed: SealedRevision[]
}

interface Origin {
  actor: string
  /** The time of the write; undefined for the times at which the data was saved. */
  at?: number
}

/** One for each language; a language with a draft next to published data has one for each of them. */
export async function firstRevisions(item: Item, { actor, at }: Origin): Promise<FirstRevisions> {
  const heads: RevisionHead[] = []
  const sealed: SealedRevision[] = []
  let number = 0
  for (const [languageId, { draft, published }] of item.languages) {
    const common = { itemId: item.id, languageId, actor, name: null, fields: null }
    const timesOf = (savedAt: number) => ({ startedAt: at ?? savedAt, at: at ?? savedAt })
    const publication = published && {
      ...common,
      ...timesOf(published.updatedAt),
      number: ++number,
      kind: 'publish' as const,
    }
    if (!draft) {
      if (publication) heads.push({ ...publication, ...noGroup, textAt: null, isSealed: false })
      continue
    }
    let end = noGroup
    if (publication) {
      const { rootId } = item
      const facts = { ...publication, rootId }
      const revision = await sealAfter(noGroup, new Map(), facts, published.values)
      sealed.push(revision)
      end = endWith(noGroup, revision)
    }
    heads.push({
      ...common,
      ...timesOf(draft.updatedAt),
      number: ++number,
      kind: 'edit',
      fields: published && changedFields(published.values, draft.values),
      ...end,
      textAt: null,
      isSealed: false,
    })
  }
  return { heads, sealed }
}
