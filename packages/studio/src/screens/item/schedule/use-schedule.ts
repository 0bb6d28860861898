import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Schedule } from '@octavo/schema/admin/schedules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, AdminFailure } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { isDirty } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { itemQuery } from '../item-query.ts'
import type { ScheduleTimes } from './schedule-dialog.tsx'

/** Schedules and cancels. Unsaved edits are saved first, because the saved draft is scheduled. */
export function useSchedule(store: DraftStore, onScheduled: () => void = () => {}) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()

  const settle = (item: EditableItem): void => {
    store.report([])
    store.receive(item)
    client.setQueryData(itemQuery(root, String(item.id)).queryKey, item)
    void client.invalidateQueries({ queryKey: ['contents', root] })
    void client.invalidateQueries({ queryKey: ['schedules', root] })
  }

  const schedule = useMutation({
    mutationFn: async (times: ScheduleTimes) => {
      await store.flush()
      const { item, saveState } = store.get()
      if (!item || isDirty(store.get())) throw new Error(`not saved: ${saveState}`)
      const expected = Object.fromEntries(item.languages.map((one) => [one.language, one.version]))
      return admin.call('scheduleItem', {
        params: { root, id: item.id },
        body: { ...times, expected },
      })
    },
    onSuccess: (item) => {
      settle(item)
      showNotice({ text: t('schedule.done') })
      onScheduled()
    },
    onError: (error) => {
      if (!(error instanceof AdminFailure)) return
      if (error.current) store.receive(error.current)
      else if (error.problems.some(({ path }) => path.startsWith('languages.')))
        store.report(error.problems)
    },
  })

  const cancel = useMutation({
    mutationFn: ({ language, action }: Pick<Schedule, 'language' | 'action'>) => {
      const { item } = store.get()
      const params = { root, id: item?.id ?? 0 }
      return admin.call('unscheduleItem', { params, query: { language, action } })
    },
    onSuccess: (item) => {
      settle(item)
      showNotice({ text: t('schedule.cancelled') })
    },
  })
  return { schedule, cancel }
}
