import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useMutation } from '@tanstack/react-query'
import { admin, AdminFailure } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { isDirty, type Values } from '../draft/draft-state.ts'
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
    mutationFn: ({ item, language, draftBefore }: UndoRequest): Promise<EditableItem> => {
      const params = { root, id: item.id }
      if (draftBefore === null) {
        return admin.call('changeItem', { params, body: { action: 'discardDraft', language } })
      }
      const restored = item.languages.find((one) => one.language === language)
      const added = Object.keys(restored?.draft?.fields ?? {}).map((luid) => [luid, null] as const)
      const fields = { ...Object.fromEntries(added), ...draftBefore }
      const languages = { [language]: { fields, expected: null } }
      return admin.call('saveItem', { params, body: { languages } })
    },
    onSuccess: settle,
  })

  return useMutation({
    mutationFn: async ({ revision, language, fields }: RevertRequest) => {
      await store.flush()
      const { item, saveState } = store.get()
      if (!item || isDirty(store.get())) throw new Error(`not saved: ${saveState}`)
      const own = item.languages.find((one) => one.language === language)
      const draftBefore = own?.draft?.fields ?? null
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
        undo: () => undo.mutate({ item: reply, language, draftBefore }),
      })
    },
    onError: (error) => {
      if (error instanceof AdminFailure && error.current) store.receive(error.current)
    },
  })
}

interface UndoRequest {
  /** After the revision was restored. */
  item: EditableItem
  language: string
  /** The values of the draft before; null if there was none. */
  draftBefore: Values | null
}
