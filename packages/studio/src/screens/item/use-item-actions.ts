import type { EditableItem, ItemAction } from '@octavo/schema/admin/items.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { admin, AdminFailure } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import { useUndo } from '../../components/use-undo.ts'
import { useText } from '../../i18n/text.tsx'
import { isDirty } from './draft/draft-state.ts'
import type { DraftStore } from './draft/draft-store.ts'
import { focusProblem } from './focus-problem.ts'
import type { FieldChange } from './review/changes.ts'
import { useSettle } from './use-settle.ts'

interface ActionRequest {
  action: ItemAction
  /** Null: all languages. */
  language: string | null
  /** The changes that `discardDraft` drops, to restore them on undo. */
  lost?: FieldChange[]
}

/** Actions on an item. Unsaved edits are saved first. */
export function useItemActions(store: DraftStore) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { root } = useSession()

  const settle = useSettle(store)
  const undoOf = useUndo()

  const change = useMutation({
    mutationFn: async ({ action, language }: ActionRequest) => {
      await store.flush()
      const { item, saveState } = store.get()
      if (!item || isDirty(store.get())) {
        store.reportInvalid()
        throw new Error(`not saved: ${saveState}`)
      }
      const expected = versionsOf(item)
      const isOfData = action !== 'archive' && action !== 'restore' && action !== 'delete'
      const after = await admin.call('changeItem', {
        params: { root, id: item.id },
        body: isOfData ? { action, language, expected } : { action },
      })
      return { before: item, after }
    },
    onSuccess: ({ before, after }, { action, lost = [] }) => {
      store.report([])
      settle(after)
      const restoreDraft = (): void => {
        for (const { language, field, draft } of lost) store.set(language, field.luid, draft)
        store.renew()
      }
      const undo = (): (() => void) | undefined => {
        if (action === 'discardDraft') return lost.length > 0 ? restoreDraft : undefined
        if (action === 'addDraft' || action === 'restore') return undefined
        return undoOf(action, [{ id: after.id, languages: changedVersions(before, after) }])
      }
      showNotice({ text: t(`item.done.${action}`), undo: undo() })
    },
    onError: (error) => {
      if (!(error instanceof AdminFailure)) return
      if (error.current) return store.receive(error.current)
      if (error.problems.length === 0) return
      store.report(error.problems)
      focusProblem(error.problems[0]?.path ?? '')
    },
  })

  const duplicate = useMutation({
    mutationFn: async () => {
      await store.flush()
      const { item } = store.get()
      if (!item) throw new Error('a new item must be saved before it can be duplicated')
      return admin.call('duplicateItem', { params: { root, id: item.id } })
    },
    onSuccess: async (copy) => {
      await client.invalidateQueries({ queryKey: ['contents', root] })
      await navigate({ to: '/$root/contents/$id', params: { root, id: String(copy.id) } })
      showNotice({ text: t('item.duplicated') })
    },
  })
  return { change, duplicate }
}

function versionsOf({ languages }: EditableItem): Record<string, string> {
  return Object.fromEntries(languages.map(({ language, version }) => [language, version]))
}

/** The versions of the languages that a change has changed. */
function changedVersions(before: EditableItem, after: EditableItem): Record<string, string> {
  const old = versionsOf(before)
  const changed = Object.entries(versionsOf(after)).filter(([key, version]) => old[key] !== version)
  return Object.fromEntries(changed)
}
