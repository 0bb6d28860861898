import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DropZone } from '../../components/drop-zone.tsx'
import { UploadPanel } from '../../components/upload-panel.tsx'
import { useUploads } from '../../components/use-uploads.ts'
import { useText } from '../../i18n/text.tsx'
import { Message } from '../../layout/message.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Pages } from '../contents/pages.tsx'
import { MediaBulkBar } from './media-bulk-bar.tsx'
import { MediaDetails } from './media-details.tsx'
import { MediaRows } from './media-rows.tsx'
import {
  filters,
  mediaPageSize,
  mediaQuery,
  withoutFilters,
  type MediaSearch,
} from './media-search.ts'
import { MediaToolbar, ViewChoice } from './media-toolbar.tsx'
import classes from './media.module.css'

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
  const { state, space, folder, page } = search
  const uploading = useUploads(
    { space: space ?? homeSpace, ...(folder && folder !== '/' && { folder }) },
    useCallback(() => undefined, []),
  )
  const { uploads, add } = uploading
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const query = mediaQuery(search)
  const { data, error, refetch } = useQuery({
    queryKey: ['media', root, query],
    queryFn: ({ signal }) => admin.call('listMedia', { params: { root }, query, signal }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = filters.some((name) => search[name] !== undefined)
  const isOnlyState =
    state !== undefined && filters.every((name) => name === 'state' || !search[name])
  const filteredText = isOnlyState ? (`list.empty.${state}` as const) : 'list.noMatch'
  const emptyText = isFiltered ? filteredText : 'media.empty'
  const rows = data?.rows ?? []
  return (
    <DropZone isDisabled={!can('writer')} onFiles={(files) => void add(files)}>
      <div className={classes.page}>
        <PageHeader title={t('nav.media')}>
          <ViewChoice search={search} onChange={change} />
          {can('writer') && (
            <FileButton multiple onChange={(files) => void add(files)}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                  {t('media.upload')}
                </Button>
              )}
            </FileButton>
          )}
        </PageHeader>
        {chosen.size > 0 ? (
          <MediaBulkBar
            rows={rows.filter(({ id }) => chosen.has(id))}
            state={state ?? 'active'}
            onDone={() => setChosen(new Set())}
          />
        ) : (
          <MediaToolbar search={search} onChange={change} />
        )}
        <div className={classes.body}>
          {error && !data && <ErrorView error={error} reset={() => void refetch()} />}
          {rows.length > 0 && (
            <MediaRows
              rows={rows}
              isList={search.shown === 'list'}
              openId={search.id}
              onOpen={(id) => change({ id, page })}
              chosen={chosen}
              {...(can('editor') && { onChoose: setChosen })}
            />
          )}
          {data?.rows.length === 0 && (
            <Message
              title={t(emptyText)}
              action={
                isFiltered &&
                !isOnlyState && (
                  <Button variant="default" onClick={() => change(withoutFilters)}>
                    {t('list.clearAll')}
                  </Button>
                )
              }
            >
              {isFiltered || !can('writer') ? undefined : t('media.emptyHint')}
            </Message>
          )}
        </div>
        {data && (
          <Pages
            total={data.total}
            page={page}
            size={mediaPageSize}
            onChange={(next) => {
              setChosen(new Set())
              change({ page: next })
            }}
          />
        )}
      </div>
      <UploadPanel {...uploading} uploads={uploads} />
      <MediaDetails id={search.id} onClose={() => change({ id: undefined, page }, true)} />
    </DropZone>
  )
}
