import type { DraftStore } from '../draft/draft-store.ts'
import { History } from '../history/history.tsx'
import { useDraft } from '../use-draft.ts'
import { ApiResponse } from './api-response.tsx'
import { Details } from './details.tsx'
import { InReleases } from './in-releases.tsx'
import { Referrers } from './referrers.tsx'
import { ReviewDate } from './review-date.tsx'
import { Schedules } from './schedules.tsx'

/** The side panel of an item: schedules, releases, review date, details, references, history and API response. */
export function Rail({ store, language }: { store: DraftStore; language: string }) {
  const item = useDraft(store, (state) => state.item)
  if (!item) return null
  return (
    <>
      <Schedules store={store} />
      <InReleases id={item.id} />
      <ReviewDate store={store} item={item} />
      <Details item={item} language={language} />
      <Referrers id={item.id} />
      <ApiResponse item={item} />
      <History store={store} item={item} />
    </>
  )
}
