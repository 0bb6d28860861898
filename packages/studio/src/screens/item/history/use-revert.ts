import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useMutation } from '@tanstack/react-query'
import { admin, AdminFailure } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { isDirty } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { useSettle } from '../use-settle.ts'

interface RevertRequest {
  revision: number
  language: string
  /** LUIDs; default: all. */
  fields?: string[]
}

/** Restores a revision as a draft. Unsaved edits are saved first; the notice offers to undo it. */
export function useRevert(store: DraftStore, onDone: () => void) {
  const t = useText()
  const { root } = useSession()
  const settle = useSettle(store)

  const undo = useMutation({
    mutationFn: ({ id, language, draftBefore }: UndoRequest): Promise<EditableItem> =>
      draftBefore === null
        ? admin.call('changeItem', {
            params: { root, id },
            body: { action: 'discardDraft', language },
          })
        : admin.call('revertItem', { params: { root, id }, body: { revision: draftBefore } }),
    onSuccess: settle,
  })

  return useMutation({
    mutationFn: async ({ revision, language, fields }: RevertRequest) => {
      await store.flush()
      const { item, saveState } = store.get()
      if (!item || isDirty(store.get())) throw new Error(`not saved: ${saveState}`)
      const own = item.languages.find((one) => one.language === language)
      // The latest revision holds the draft that is replaced.
      const { revisions } = await admin.call('listRevisions', {
        params: { root, id: item.id },
        query: { limit: '1', language },
      })
      const draftBefore = own?.draft ? (revisions[0]?.revision ?? null) : null
      const reply = await admin.call('revertItem', {
        params: { root, id: item.id },
        body: { revision, expected: own?.version ?? null, ...(fields && { fields }) },
      })
      return { reply, draftBefore }
    },
    onSuccess: ({ reply, draftBefore }, { revision, language }) => {
      settle(reply)
      onDone()
      showNotice({
        text: t('history.restored', { number: revision }),
        undo: () => undo.mutate({ id: reply.id, language, draftBefore }),
      })
    },
    onError: (error) => {
      if (error instanceof AdminFailure && error.current) store.receive(error.current)
    },
  })
}

interface UndoRequest {
  id: number
  language: string
  /** The revision with the draft before; null if there was none. */
  draftBefore: number | null
}
