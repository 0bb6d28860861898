import type { DraftStore } from '../draft/draft-store.ts'
import { useDraft } from '../use-draft.ts'
import { ApiAnswer } from './api-answer.tsx'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { Referrers } from './referrers.tsx'

/** What is to be known about an item beside its fields. */
export function Rail({ store }: { store: DraftStore }) {
  const item = useDraft(store, (state) => state.item)
  if (!item) return null
  return (
    <>
      <Details item={item} />
      <Referrers id={item.id} />
      <ApiAnswer item={item} />
      <History id={item.id} />
    </>
  )
}
