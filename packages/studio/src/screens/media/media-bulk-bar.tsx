import type { MediaItem } from '@octavo/schema/admin/media.ts'
import type { ContentState } from '@octavo/schema/admin/contents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import { SelectionBar } from '../../components/selection-bar.tsx'
import { useReferenceCheck } from '../../components/use-reference-check.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { MoveDialog, TagDialog, type LabelChange } from './label-dialogs.tsx'

interface MediaBulkBarProps {
  /** The selected files. */
  rows: readonly MediaItem[]
  state: ContentState
  onDone: () => void
}

type StateAction = 'archive' | 'restore' | 'delete'

const actions: Record<ContentState, StateAction[]> = {
  active: ['archive', 'delete'],
  archived: ['restore', 'delete'],
  trash: ['restore'],
}

/** Actions on the selected files. */
export function MediaBulkBar({ rows, state, onDone }: MediaBulkBarProps) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  const [dialog, setDialog] = useState<'move' | 'tag' | null>(null)
  const ids = rows.map(({ id }) => id)
  const refresh = () => client.invalidateQueries({ queryKey: ['media', root] })
  const change = useMutation({
    mutationFn: ({ action, of }: { action: StateAction; of: number[] }) =>
      admin.call('changeMediaState', { params: { root }, body: { action, ids: of } }),
    onSuccess: async (_, { action, of }) => {
      await refresh()
      const undo = action === 'restore' ? undefined : () => change.mutate({ action: 'restore', of })
      showNotice({ text: t(`bulk.done.${action}`, { count: format.number(of.length) }), undo })
      onDone()
    },
  })
  const label = useMutation({
    mutationFn: (body: LabelChange) =>
      admin.call('labelMedia', { params: { root }, body: { ids, ...body } }),
    onSuccess: async () => {
      await refresh()
      showNotice({ text: t('media.labelled', { count: format.number(ids.length) }) })
      setDialog(null)
      onDone()
    },
  })
  const { check, dialog: inUse, ...checking } = useReferenceCheck('media')
  const begin = (action: StateAction): void => {
    const go = (): void => change.mutate({ action, of: ids })
    if (action === 'restore') go()
    else check({ action, ids, go })
  }
  const labelling = [
    { name: 'move', label: t('media.move'), onClick: () => setDialog('move') },
    { name: 'tag', label: t('media.editTags'), onClick: () => setDialog('tag') },
  ]
  const dialogProps = { rows, change: label, onClose: () => setDialog(null) }
  return (
    <>
      <SelectionBar
        label={t('media.bulkActions')}
        count={ids.length}
        onClear={onDone}
        actions={[
          ...(state === 'active' ? labelling : []),
          ...actions[state].map((action) => ({
            name: action,
            label: t(`bulk.${action}`),
            isBusy: change.isPending && change.variables.action === action,
            isDisabled: change.isPending || checking.isChecking,
            onClick: () => begin(action),
          })),
        ]}
        error={change.error ?? checking.error}
      />
      {inUse}
      {dialog === 'move' && <MoveDialog {...dialogProps} />}
      {dialog === 'tag' && <TagDialog {...dialogProps} />}
    </>
  )
}
