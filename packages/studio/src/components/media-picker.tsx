import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MediaItem, MediaKind } from '@octavo/schema/admin/media.ts'
import { IconSearch, IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'
import { Dialog } from './dialog.tsx'
import { DropZone } from './drop-zone.tsx'
import { KindChoice, LabelChoices } from './media-labels.tsx'
import { MediaTile } from './media-tile.tsx'
import classes from './media.module.css'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

interface MediaPickerProps {
  isOpen: boolean
  onClose: () => void
  onChoose: (item: MediaItem) => void
  space: string
  /** Shows only files of this type. */
  kind?: MediaKind
}

interface Filter {
  kind?: MediaKind | undefined
  folder?: string | undefined
  tag?: string | undefined
}

const perPage = 40

export function MediaPicker({ isOpen, onClose, onChoose, space, kind }: MediaPickerProps) {
  const t = useText()
  const { root } = useSession()
  const [text, setText] = useState('')
  const [contains] = useDebouncedValue(text.trim(), 180)
  const [filter, setFilter] = useState<Filter>({})
  const { folder, tag } = filter
  const shownKind = kind ?? filter.kind
  const change = (next: Filter): void => setFilter((old) => ({ ...old, ...next }))
  const choose = (item: MediaItem): void => {
    onChoose(item)
    onClose()
  }
  const { uploads, add, retry } = useUploads(
    { space, ...(folder !== undefined && folder !== '/' && { folder }) },
    choose,
  )
  const list = useInfiniteQuery({
    queryKey: ['media', root, 'picker', contains, shownKind, folder, tag],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listMedia', {
        params: { root },
        query: {
          contains,
          ...(shownKind && { kind: shownKind }),
          ...(folder && { folder }),
          ...(tag && { tag }),
          limit: String(perPage),
          offset: String(pageParam),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total, offset, rows }) =>
      offset + rows.length < total ? offset + rows.length : undefined,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Dialog opened={isOpen} onClose={onClose} size="xl" title={t('media.choose')}>
      <DropZone onFiles={(files) => void add(files)}>
        <Group mb="md">
          <TextInput
            data-autofocus
            style={{ flex: '1 1 14em' }}
            type="search"
            aria-label={t('media.search')}
            placeholder={t('media.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {!kind && (
            <KindChoice kind={filter.kind} onChange={(chosen) => change({ kind: chosen })} />
          )}
          <LabelChoices folder={folder} tag={tag} onChange={change} />
          <FileButton multiple={false} onChange={(file) => file && void add([file])}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t('media.upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        <UploadList uploads={uploads} onRetry={(upload) => void retry(upload)} />
        <ul className={classes.grid}>
          {rows.map((item) => (
            <li key={item.id}>
              <MediaTile item={item} onClick={() => choose(item)} />
            </li>
          ))}
        </ul>
        {list.isSuccess && rows.length === 0 && (
          <Text c="dimmed" ta="center" py="xl">
            {contains === '' && !filter.kind && !folder && !tag
              ? t('media.empty')
              : t('list.noMatch')}
          </Text>
        )}
        {list.hasNextPage && (
          <Button variant="default" mt="md" fullWidth onClick={() => void list.fetchNextPage()}>
            {t('media.more')}
          </Button>
        )}
      </DropZone>
    </Dialog>
  )
}
