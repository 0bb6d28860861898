import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { isShownAsImage, studioImages } from '@octavo/schema/images.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import facts from '../../components/facts.module.css'
import { showNotice } from '../../components/notice.tsx'
import { useReferenceCheck } from '../../components/use-reference-check.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { Referrers } from '../item/rail/referrers.tsx'
import { AltTexts } from './alt-texts.tsx'
import { FocalPoint } from './focal-point.tsx'
import { Labels } from './labels.tsx'
import classes from './media.module.css'
import { Optimizer } from './optimizer.tsx'
import { ReplaceFile } from './replace-file.tsx'

export function MediaDetails({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['media', root, 'one', id],
    queryFn: ({ signal }) => admin.call('readMedia', { params: { root, id: id ?? '' }, signal }),
    enabled: id !== undefined,
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={data?.filename ?? t('common.loading')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {data && String(data.id) === id && <Details key={data.id} item={data} onClose={onClose} />}
    </Drawer>
  )
}

function Details({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, can } = useSession()
  const refresh = () => client.invalidateQueries({ queryKey: ['media', root] })
  const state = useMutation({
    mutationFn: (action: 'archive' | 'restore' | 'delete') =>
      admin.call('changeMediaState', { params: { root }, body: { action, ids: [item.id] } }),
    onSuccess: async (_, action) => {
      await refresh()
      const undo = action === 'restore' ? undefined : () => state.mutate('restore')
      showNotice({ text: t(`media.done.${action}`, { file: item.filename }), undo })
      if (action === 'delete') onClose()
    },
  })
  const { check, dialog, ...checking } = useReferenceCheck('media')
  const deactivate = (action: 'archive' | 'delete'): void =>
    check({ action, ids: [item.id], go: () => state.mutate(action) })
  const isInactive = item.archivedAt !== null || item.deletedAt !== null
  const isReadOnly = !can('writer') || isInactive
  const hasFocus = item.width !== null && !isInactive
  const isHidden = item.type.startsWith('image/') && !isShownAsImage(item.type)
  const error = state.error ?? checking.error
  return (
    <Stack gap="md">
      {!hasFocus && !isHidden && (
        <div className={classes.preview}>
          {isShownAsImage(item.type) && <img src={`${item.url}?${studioImages.details}`} alt="" />}
          {item.type.startsWith('video/') && <video src={item.url} controls />}
          {item.type.startsWith('audio/') && <audio src={item.url} controls />}
        </div>
      )}
      {isHidden && (
        <Alert color="yellow" role="note">
          {t('media.notShown')}
        </Alert>
      )}
      {hasFocus && <FocalPoint item={item} isReadOnly={isReadOnly} />}
      {error && (
        <Alert color="red" role="alert">
          {errorText(error, t)}
        </Alert>
      )}
      {dialog}
      {can('editor') && (
        <Group gap="xs">
          {isInactive ? (
            <Button size="xs" loading={state.isPending} onClick={() => state.mutate('restore')}>
              {t('action.restore')}
            </Button>
          ) : (
            <>
              <ReplaceFile item={item} />
              <Button size="xs" variant="default" onClick={() => deactivate('archive')}>
                {t('item.archive')}
              </Button>
            </>
          )}
          {item.deletedAt === null && (
            <Button
              size="xs"
              variant="default"
              c="var(--mantine-color-error)"
              onClick={() => deactivate('delete')}
            >
              {t('action.delete')}
            </Button>
          )}
        </Group>
      )}
      <dl className={facts.facts}>
        <dt>{t('item.id')}</dt>
        <dd>{item.id}</dd>
        <dt>{t('media.type')}</dt>
        <dd>{item.type}</dd>
        <dt>{t('media.size')}</dt>
        <dd>
          {format.bytes(item.bytes)}
          {item.width !== null && ` · ${item.width} × ${item.height}`}
        </dd>
        <dt>{t('list._created_at')}</dt>
        <dd>{format.dateTime(item.createdAt)}</dd>
      </dl>
      <AltTexts item={item} isReadOnly={isReadOnly} />
      <Labels item={item} isReadOnly={isReadOnly} />
      {hasFocus && <Optimizer item={item} />}
      {isInactive && (
        <Text size="sm" c="dimmed">
          {t('media.inactiveHint')}
        </Text>
      )}
      <Referrers id={item.id} isMedia />
    </Stack>
  )
}
