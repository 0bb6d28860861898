import { Button, FileButton, Group, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { isShownAsImage } from '@octavo/schema/images.ts'
import { IconFile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin, uploadFile } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Thumbnail } from '../../components/media-tile.tsx'
import { ReferrerRows } from '../../components/referrer-rows.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './media.module.css'

/** Replaces the file of a media item, after showing both files and the items that use it. */
export function ReplaceFile({ item }: { item: MediaItem }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <FileButton onChange={setFile}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {t('media.replace')}
          </Button>
        )}
      </FileButton>
      {file && <ReplaceDialog item={item} file={file} onClose={() => setFile(null)} />}
    </>
  )
}

interface ReplaceDialogProps {
  item: MediaItem
  file: File
  onClose: () => void
}

function ReplaceDialog({ item, file, onClose }: ReplaceDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const [share, setShare] = useState<number | null>(null)
  const { data: users } = useQuery({
    queryKey: ['referrers', root, 'media', item.id],
    queryFn: ({ signal }) =>
      admin.call('listMediaReferrers', { params: { root, id: item.id }, signal }),
  })
  const replace = useMutation({
    mutationFn: () =>
      uploadFile({ root, space: item.space, file, replaces: item.id, onProgress: setShare }),
    onSettled: () => setShare(null),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['media', root] })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} size="lg" title={t('media.replaceAsk')}>
      <div className={classes.compared}>
        <figure>
          <div className={classes.comparedFile}>
            <Thumbnail item={item} size="details" />
          </div>
          <figcaption>
            {t('media.replaceBefore')}: {item.filename}
          </figcaption>
        </figure>
        <figure>
          <div className={classes.comparedFile}>
            <FilePreview file={file} />
          </div>
          <figcaption>
            {t('media.replaceAfter')}: {file.name}
          </figcaption>
        </figure>
      </div>
      <Text size="sm" mb="xs">
        {users && t(users.total === 0 ? 'media.replaceUnused' : 'media.replaceHint')}
      </Text>
      {users && users.total > 0 && <ReferrerRows found={users} isInNewTab />}
      {replace.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(replace.error, t)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button data-autofocus loading={replace.isPending} onClick={() => replace.mutate()}>
          {share === null ? t('media.replace') : `${Math.round(share * 100)} %`}
        </Button>
      </Group>
    </Dialog>
  )
}

function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!isShownAsImage(file.type)) return <IconFile size={32} stroke={1.2} aria-hidden />
  return url === '' ? null : <img src={url} alt="" />
}
