/** Dialogs that change the folder or the tags of several files. */
import { Autocomplete, TagsInput } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useState } from 'react'
import { DialogForm } from '../../components/dialog-form.tsx'
import { foldersOf, useMediaLabels } from '../../components/media-labels.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'

export interface LabelChange {
  folder?: string
  addTags?: string[]
  removeTags?: string[]
}

interface LabelDialogProps {
  rows: readonly MediaItem[]
  change: { mutate: (body: LabelChange) => void; isPending: boolean; error: Error | null }
  onClose: () => void
}

export function MoveDialog({ rows, change, onClose }: LabelDialogProps) {
  const t = useText()
  const format = useFormat()
  const folders = foldersOf(useMediaLabels())
  const [folder, setFolder] = useState(() => (rows.length === 1 ? (rows[0]?.folder ?? '') : ''))
  return (
    <DialogForm
      title={t('media.moveTitle', { count: format.number(rows.length) })}
      action={t('media.move')}
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() => change.mutate({ folder })}
    >
      <Autocomplete
        data-autofocus
        label={t('media.folder')}
        description={t('media.folderHint')}
        data={folders}
        value={folder}
        onChange={setFolder}
        error={change.error && errorText(change.error, t)}
      />
    </DialogForm>
  )
}

/** Starts with the tags that all files have. */
export function TagDialog({ rows, change, onClose }: LabelDialogProps) {
  const t = useText()
  const format = useFormat()
  const { tags: known } = useMediaLabels()
  const [first, ...others] = rows
  const [common] = useState(() =>
    (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags.includes(tag))),
  )
  const [tags, setTags] = useState(common)
  return (
    <DialogForm
      title={t('media.tagTitle', { count: format.number(rows.length) })}
      action={t('action.save')}
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() =>
        change.mutate({
          addTags: tags.filter((tag) => !common.includes(tag)),
          removeTags: common.filter((tag) => !tags.includes(tag)),
        })
      }
    >
      <TagsInput
        data-autofocus
        label={t('media.tags')}
        description={t('media.commonTagsHint')}
        data={known.map(({ name }) => name)}
        value={tags}
        onChange={setTags}
        error={change.error && errorText(change.error, t)}
      />
    </DialogForm>
  )
}
