import { Button, Group } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import type { MediaLabel } from '@octavo/schema/admin/contents.ts'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { isShownAsImage } from '@octavo/schema/images.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { DropZone } from '../../components/drop-zone.tsx'
import { Thumbnail } from '../../components/media-tile.tsx'
import { UploadList } from '../../components/upload-list.tsx'
import { useUploads } from '../../components/use-uploads.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../layout/lazy-part.tsx'
import { elementId, useEditing, useNotes, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { mediaLine } from '../reference/labels.ts'

const MediaPicker = lazyPart(
  async () => (await import('../../components/media-picker.tsx')).MediaPicker,
  InDialog,
)

export const media: FieldEditor<'media'> = {
  icon: IconPhoto,
  isAside: true,
  isGroup: true,
  summary: (value, _field, { labels }) =>
    typeof value === 'number' ? (labels.media[value]?.filename ?? '') : '',
  picture: (value, labels) => {
    const label = typeof value === 'number' ? labels.media[value] : undefined
    return label && isShownAsImage(label.type) ? label : undefined
  },
  lines: (id: number, _field, context) => [mediaLine(id, context)],
  Editor: MediaEditor,
}

export function mediaLabel(item: MediaItem, language: string): MediaLabel {
  const { id, filename, type, url, width, height } = item
  return { id, filename, type, url, width, height, alt: item.alts[language] ?? '', state: 'active' }
}

function MediaEditor({ field, value, onChange, path }: EditorProps<FieldOf<'media'>>) {
  const t = useText()
  const { schema } = useSession()
  const { addLabels, isReadOnly, space } = useEditing()
  const problem = useProblemAt(path)
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = useCallback(
    (item: MediaItem) => {
      addLabels({ items: {}, media: { [item.id]: mediaLabel(item, schema.mainLanguage.key) } })
      onChange(item.id)
    },
    [addLabels, onChange, schema],
  )
  const { uploads, add, retry } = useUploads({ space }, choose)
  const label = useNotes(({ labels }) =>
    typeof value === 'number' ? labels.media[value] : undefined,
  )
  const isEmpty = typeof value !== 'number'
  return (
    <fieldset className={classes.group} id={elementId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      <DropZone isDisabled={isReadOnly} onFiles={(files) => void add(files.slice(0, 1))}>
        <div className={classes.picture} data-empty={isEmpty}>
          {label && <Thumbnail item={label} size="card" />}
          <div className={classes.pictureText}>
            {label && <span className={classes.fileName}>{label.filename}</span>}
            {label?.state === 'archived' && (
              <span className={classes.gone}>{t('status.archived')}</span>
            )}
            {!isEmpty && (!label || label.state === 'trash') && (
              <span className={classes.gone}>{t('item.mediaGone', { id: String(value) })}</span>
            )}
            {isEmpty && <span>{isReadOnly ? t('common.none') : t('item.mediaHint')}</span>}
            {!isReadOnly && (
              <Group gap={6}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${isEmpty ? t('media.choose') : t('action.replace')}: ${field.name}`}
                  onClick={() => setIsChoosing(true)}
                >
                  {isEmpty ? t('media.choose') : t('action.replace')}
                </Button>
                {!isEmpty && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    c="inherit"
                    aria-label={t('item.clearField', { field: field.name })}
                    onClick={() => onChange(null)}
                  >
                    {t('action.remove')}
                  </Button>
                )}
              </Group>
            )}
          </div>
        </div>
        <UploadList
          uploads={uploads.filter(({ state }) => state !== 'done')}
          onRetry={(one) => void retry(one)}
        />
      </DropZone>
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
      {isChoosing && (
        <MediaPicker isOpen onClose={() => setIsChoosing(false)} onChoose={choose} space={space} />
      )}
    </fieldset>
  )
}
