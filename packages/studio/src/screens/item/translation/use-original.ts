/** How the text of the main language has changed since a translation was made from it. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { RevisionContent } from '@octavo/schema/admin/revisions.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { isSame } from '../draft/same.ts'
import { useDraft } from '../use-draft.ts'

export interface OriginalChanges {
  /** Null if the earlier text is no longer stored. */
  earlier: RevisionContent | null
  /** Those that have changed since; empty without the earlier text. */
  fields: readonly Field[]
}

const pageSize = '100'
/** A longer history is not searched. */
const mostPages = 10

/** Undefined if the translation is up to date, and while the earlier text is loading. */
export function useOriginal(store: DraftStore, model: Model, language: string) {
  const { root, schema } = useSession()
  const main = schema.mainLanguage.key
  const id = useDraft(store, ({ item }) => item?.id)
  const madeAt = useDraft(store, ({ item }) => {
    const own = item?.translations.find((one) => one.language === language)
    return own?.isOutdated ? own.madeAt : undefined
  })
  const now = useDraft(store, ({ values }) => values[main])
  const { data: earlier, error } = useQuery({
    queryKey: ['original', root, id, language, madeAt],
    queryFn: ({ signal }) => textAt(root, id ?? 0, main, madeAt ?? '', signal),
    enabled: id !== undefined && madeAt !== undefined,
    staleTime: Infinity,
  })
  const changes = useMemo<OriginalChanges | undefined>(() => {
    if (madeAt === undefined || earlier === undefined) return undefined
    const isChanged = ({ luid, translatable }: Field): boolean =>
      translatable && earlier !== null && !isSame(earlier.fields[luid], now?.[luid])
    return { earlier, fields: model.fields.filter(isChanged) }
  }, [madeAt, earlier, now, model])
  return { changes, error, isOutdated: madeAt !== undefined }
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
