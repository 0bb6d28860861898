import type { DraftStore } from '../draft/draft-store.ts'
import { useDraft } from '../use-draft.ts'
import { ApiResponse } from './api-response.tsx'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { Referrers } from './referrers.tsx'

/** The side panel of an item: details, references, history and API response. */
export function Rail({ store }: { store: DraftStore }) {
  const item = useDraft(store, (state) => state.item)
  if (!item) return null
  return (
    <>
      <Details item={item} />
      <Referrers id={item.id} />
      <ApiResponse item={item} />
      <History id={item.id} />
    </>
  )
}
