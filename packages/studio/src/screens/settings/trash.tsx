import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

/** What was deleted and can still be brought back. */
export function Trash() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema, limits } = useSession()
  const items = useQuery({
    queryKey: ['contents', root, 'trash'],
    queryFn: ({ signal }) =>
      admin.call('listContents', {
        params: { root },
        query: { state: 'trash', limit: '100' },
        signal,
      }),
  })
  const media = useQuery({
    queryKey: ['media', root, 'trash'],
    queryFn: ({ signal }) =>
      admin.call('listMedia', {
        params: { root },
        query: { state: 'trash', limit: '100' },
        signal,
      }),
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
  const rows = [
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
  ].toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt))
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('settings.trashHint', { days: limits.trashDays })}
      </Text>
      {restore.error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {errorText(restore.error, t)}
        </Text>
      )}
      {items.isSuccess && media.isSuccess && rows.length === 0 && (
        <Text>{t('list.emptyTrash')}</Text>
      )}
      {rows.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
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
                  <td>{row.kind}</td>
                  <td title={row.deletedAt && format.dateTime(row.deletedAt)}>
                    {row.deletedAt && format.ago(row.deletedAt)}
                  </td>
                  <td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('action.restore')}: ${row.title}`}
                      onClick={() => restore.mutate(row)}
                    >
                      {t('action.restore')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  )
}
