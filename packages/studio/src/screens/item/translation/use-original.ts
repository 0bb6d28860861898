/** How the text of the main language has changed since a translation was made from it. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { RevisionContent } from '@octavo/schema/admin/revisions.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { isSame } from '../draft/same.ts'
import { useDraft } from '../use-draft.ts'

const pageSize = '100'
/** A longer history is not searched. */
const mostPages = 10

/**
 * The text that an outdated translation was made from: undefined while it is loading and if the translation
 * is up to date, null if it is no longer stored.
 */
export function useOriginal(store: DraftStore, language: string) {
  const { root, schema } = useSession()
  const main = schema.mainLanguage.key
  const id = useDraft(store, ({ item }) => item?.id)
  const madeAt = useDraft(store, ({ item }) => {
    const own = item?.translations.find((one) => one.language === language)
    return own?.isOutdated ? own.madeAt : undefined
  })
  const isOutdated = madeAt !== undefined
  const { data, error } = useQuery({
    queryKey: ['original', root, id, language, madeAt],
    queryFn: ({ signal }) => textAt(root, id ?? 0, main, madeAt ?? '', signal),
    enabled: id !== undefined && isOutdated,
    staleTime: Infinity,
  })
  return { earlier: isOutdated ? data : undefined, error, isOutdated }
}

/** Whether a field of the main language has changed since. */
export function hasChanged(
  { luid, translatable }: Field,
  earlier: RevisionContent | null | undefined,
  now: Record<string, unknown> | undefined,
): boolean {
  return translatable && Boolean(earlier) && !isSame(earlier?.fields[luid], now?.[luid])
}

/** The last revision of the main language at a time. */
async function textAt(
  root: string,
  id: number,
  language: string,
  time: string,
  signal: AbortSignal,
): Promise<RevisionContent | null> {
  let before: number | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const query: Record<string, string> = {
      language,
      limit: pageSize,
      ...(before !== null && { before: String(before) }),
    }
    const { revisions, next } = await admin.call('listRevisions', {
      params: { root, id },
      query,
      signal,
    })
    const found = revisions.find(({ at }) => at <= time)
    if (found) {
      const params = { root, id, revision: String(found.revision) }
      return admin.call('readRevision', { params, signal })
    }
    if (next === null) return null
    before = next
  }
  return null
}
