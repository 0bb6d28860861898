import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Choice } from '../../components/list-choices.tsx'
import { showNotice } from '../../components/notice.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

interface TrashRow {
  id: number
  isMedia: boolean
  title: string
  kind: string
  deletedAt: string
}

/** Deleted content and media that can be restored. */
export function Trash() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema, limits, can } = useSession()
  const [contains, setContains] = useState<string>()
  const [order, setOrder] = useState<string>()
  const query = {
    state: 'trash',
    limit: '100',
    ...(contains !== undefined && { contains }),
  } as const
  const items = useQuery({
    queryKey: ['contents', root, 'trash', contains, order],
    queryFn: ({ signal }) =>
      admin.call('listContents', {
        params: { root },
        query: { ...query, order: order === 'title' ? '_title' : '-_away_at' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const media = useQuery({
    queryKey: ['media', root, 'trash', contains, order],
    queryFn: ({ signal }) =>
      admin.call('listMedia', {
        params: { root },
        query: { ...query, order: order === 'title' ? 'filename' : '-deleted_at' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const restore = useMutation({
    mutationFn: async ({ id, isMedia }: { id: number; isMedia: boolean }) => {
      if (isMedia)
        await admin.call('changeMediaState', {
          params: { root },
          body: { action: 'restore', ids: [id] },
        })
      else await admin.call('changeItem', { params: { root, id }, body: { action: 'restore' } })
    },
    onSuccess: () => client.invalidateQueries(),
  })
  const [doomed, setDoomed] = useState<TrashRow | null>(null)
  const remove = useMutation({
    mutationFn: ({ id, isMedia }: TrashRow) =>
      admin.call('deleteForever', {
        params: { root },
        body: isMedia ? { media: [id] } : { items: [id] },
      }),
    onSuccess: () => showNotice({ text: t('settings.trashDeleted') }),
    onSettled: () => {
      setDoomed(null)
      return client.invalidateQueries()
    },
  })
  const error = restore.error ?? remove.error
  const rows: TrashRow[] = [
    ...(items.data?.rows ?? []).map((row) => ({
      id: row.id,
      isMedia: false,
      title: row.title || t('common.untitled'),
      kind: schema.modelByLuid.get(row.model)?.name ?? row.model,
      deletedAt: row.deletedAt ?? '',
    })),
    ...(media.data?.rows ?? []).map((row) => ({
      id: row.id,
      isMedia: true,
      title: row.filename,
      kind: t('nav.media'),
      deletedAt: row.deletedAt ?? '',
    })),
  ].toSorted((a, b) =>
    order === 'title' ? a.title.localeCompare(b.title) : b.deletedAt.localeCompare(a.deletedAt),
  )
  const left = (items.data?.total ?? 0) + (media.data?.total ?? 0) - rows.length
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('settings.trashHint', { days: limits.trashDays })}
      </Text>
      {error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(error, t)}
        </Text>
      )}
      <Group role="search">
        <SearchBox label={t('settings.trashSearch')} value={contains} onSearch={setContains} />
        <Choice
          label={t('media.order')}
          value={order}
          onChange={setOrder}
          data={[
            { value: '', label: t('settings.trashNewest') },
            { value: 'title', label: t('settings.trashTitle') },
          ]}
        />
      </Group>
      {items.isSuccess && media.isSuccess && rows.length === 0 && (
        <Text c="dimmed">{t(contains === undefined ? 'list.empty.trash' : 'list.noMatch')}</Text>
      )}
      {rows.length > 0 && (
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.cards}`}>
            <thead>
              <tr>
                <th scope="col">{t('list.title')}</th>
                <th scope="col">{t('list.model')}</th>
                <th scope="col">{t('settings.deletedAt')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.kind} ${row.id}`}>
                  <td>
                    {row.isMedia ? (
                      row.title
                    ) : (
                      <Anchor
                        component={Link}
                        to={`/${root}/contents/${row.id}`}
                        c="inherit"
                        size="sm"
                      >
                        {row.title}
                      </Anchor>
                    )}
                  </td>
                  <td data-label={t('list.model')}>{row.kind}</td>
                  <td
                    data-label={t('settings.deletedAt')}
                    title={row.deletedAt && format.dateTime(row.deletedAt)}
                  >
                    {row.deletedAt && format.ago(row.deletedAt)}
                  </td>
                  <td className={classes.actions}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('action.restore')}: ${row.title}`}
                      onClick={() => restore.mutate(row)}
                    >
                      {t('action.restore')}
                    </Button>
                    {can('admin') && (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        c="var(--mantine-color-error)"
                        ml="xs"
                        aria-label={`${t('settings.trashDelete')}: ${row.title}`}
                        onClick={() => setDoomed(row)}
                      >
                        {t('settings.trashDelete')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {doomed && (
        <ConfirmDialog
          title={t('settings.trashDeleteAsk', { title: doomed.title })}
          action={t('settings.trashDelete')}
          isDangerous
          isBusy={remove.isPending}
          onCancel={() => setDoomed(null)}
          onConfirm={() => remove.mutate(doomed)}
        >
          <Text mb="md">{t('settings.trashDeleteHint')}</Text>
        </ConfirmDialog>
      )}
      {left > 0 && <Text size="sm">{t('settings.trashMore', { count: format.number(left) })}</Text>}
    </Stack>
  )
}
