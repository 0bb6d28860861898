import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DropZone } from '../../components/drop-zone.tsx'
import { UploadList } from '../../components/upload-list.tsx'
import { useUploads } from '../../components/use-uploads.ts'
import { useText } from '../../i18n/text.tsx'
import { Message } from '../../layout/message.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Pages } from '../contents/pages.tsx'
import { pageOf } from '../contents/list-search.ts'
import { MediaDetails } from './media-details.tsx'
import { MediaRows } from './media-rows.tsx'
import { mediaPageSize, type MediaSearch } from './media-search.ts'
import { MediaToolbar } from './media-toolbar.tsx'
import classes from './media.module.css'

const everything = { contains: undefined, kind: undefined, state: undefined, space: undefined }

export function Media() {
  const t = useText()
  const { root, can, homeSpace } = useSession()
  const search = useSearch({ from: '/$root/media' })
  const navigate = useNavigate({ from: '/$root/media' })
  const change = useCallback(
    (changes: Partial<MediaSearch>, isReplacing = false) =>
      void navigate({
        search: (old) => ({ ...old, page: undefined, ...changes }),
        replace: isReplacing,
      }),
    [navigate],
  )
  const { uploads, add, retry } = useUploads(
    search.space ?? homeSpace,
    useCallback(() => undefined, []),
  )
  const { contains, kind, state, order, space, page } = search
  const query = {
    ...(contains && { contains }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(order && { order }),
    ...(space && { space }),
    limit: String(mediaPageSize),
    offset: String(pageOf(page) * mediaPageSize),
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['media', root, query],
    queryFn: ({ signal }) => admin.call('listMedia', { params: { root }, query, signal }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Boolean(contains ?? kind ?? state ?? space)
  return (
    <DropZone isDisabled={!can('editor')} onFiles={(files) => void add(files)}>
      <div className={classes.page}>
        <PageHeader title={t('nav.media')}>
          {can('editor') && (
            <FileButton multiple onChange={(files) => void add(files)}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                  {t('media.upload')}
                </Button>
              )}
            </FileButton>
          )}
        </PageHeader>
        <MediaToolbar search={search} onChange={change} />
        <div className={classes.body}>
          <UploadList uploads={uploads} onRetry={(upload) => void retry(upload)} />
          {error && !data && <ErrorView error={error} reset={() => void refetch()} />}
          {data && data.rows.length > 0 && (
            <MediaRows
              rows={data.rows}
              isList={search.shown === 'list'}
              openId={search.id}
              onOpen={(id) => change({ id, page })}
            />
          )}
          {data?.rows.length === 0 && (
            <Message
              title={t(isFiltered ? 'list.noMatch' : 'media.empty')}
              action={
                isFiltered && (
                  <Button variant="default" onClick={() => change(everything)}>
                    {t('list.clearAll')}
                  </Button>
                )
              }
            >
              {isFiltered || !can('editor') ? undefined : t('media.emptyHint')}
            </Message>
          )}
        </div>
        {data && (
          <Pages
            total={data.total}
            page={page}
            size={mediaPageSize}
            onChange={(next) => change({ page: next })}
          />
        )}
      </div>
      <MediaDetails id={search.id} onClose={() => change({ id: undefined, page }, true)} />
    </DropZone>
  )
}
