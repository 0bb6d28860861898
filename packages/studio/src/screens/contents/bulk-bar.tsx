import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core'
import type { BulkChange, BulkResult, ContentState } from '@octavo/schema/admin/contents.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import { useFormat } from '../../i18n/format.ts'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  total: number
  query: Record<string, string | undefined>
  state: ContentState
}

const actions: Record<ContentState, BulkChange['action'][]> = {
  active: ['publish', 'unpublish', 'archive', 'delete'],
  archived: ['restore', 'delete'],
  trash: ['restore'],
}

/** Stands in the place of the toolbar, so that nothing moves. */
export function BulkBar({ chosen, onChoose, total, query, state }: BulkBarProps) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const [failed, setFailed] = useState<BulkResult['results']>([])
  const bulk = useBulk((action, results) => {
    const done = results.filter(({ isDone }) => isDone).map(({ id }) => id)
    const bad = results.filter(({ isDone }) => !isDone)
    setFailed(bad)
    onChoose(new Set(bad.map(({ id }) => id)))
    const isUndoable = action === 'archive' || action === 'delete'
    if (done.length > 0) {
      showNotice({
        text: t(`bulk.done.${action}`, { count: format.number(done.length) }),
        undo: isUndoable ? () => bulk.mutate({ action: 'restore', ids: done }) : undefined,
      })
    }
  })
  const all = useMutation({
    mutationFn: () =>
      admin.call('listContentIds', { params: { root }, query: { ...query, columns: undefined } }),
    onSuccess: ({ ids }) => onChoose(new Set(ids)),
  })
  const error = bulk.error ?? all.error
  return (
    <div>
      <Group className={classes.bar} role="toolbar" aria-label={t('bulk.actions')}>
        <Text fw={600} size="sm">
          {t('bulk.chosen', { count: format.number(chosen.size) })}
        </Text>
        {chosen.size < total && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            {t('bulk.all', { count: format.number(total) })}
          </Button>
        )}
        {actions[state].map((action) => (
          <Button
            key={action}
            variant="default"
            size="xs"
            loading={bulk.isPending && bulk.variables.action === action}
            disabled={bulk.isPending}
            {...(action === 'delete' && { c: 'var(--mantine-color-error)' })}
            onClick={() => bulk.mutate({ action, ids: [...chosen] })}
          >
            {t(`bulk.${action}`)}
          </Button>
        ))}
        {bulk.isPending && (
          <Text size="sm">{format.number(Math.round(bulk.progress * 100))} %</Text>
        )}
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          size="compact-sm"
          onClick={() => onChoose(new Set())}
        >
          {t('bulk.clear')}
        </Button>
      </Group>
      {error && (
        <Alert color="red" role="alert" mx="lg" mb="sm">
          {problemText(error.message, t)}
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          color="red"
          role="alert"
          mx="lg"
          mb="sm"
          title={t('bulk.failed', { count: failed.length })}
        >
          <List size="sm">
            {failed.slice(0, 10).map(({ id, problems }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={`/${root}/contents/${id}`} size="sm">
                  #{id}
                </Anchor>{' '}
                {problems
                  .map(({ path, message }) => `${path} ${problemText(message, t)}`)
                  .join('; ')}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
