import { ActionIcon, Alert, Button, Menu, Text } from '@mantine/core'
import type { Release, ReleaseCheck } from '@octavo/schema/admin/releases.ts'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { NewRelease } from './new-release.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RenameRelease } from './rename-release.tsx'
import { isOpen, useReleaseChange } from './use-release.ts'

interface ReleaseActionsProps {
  release: Release
  check: ReleaseCheck | undefined
}

type Asked = 'publish' | 'schedule' | 'undo' | 'delete' | 'duplicate' | 'rename'

/** Publish, schedule, undo, rename, duplicate, archive and delete a release. */
export function ReleaseActions({ release, check }: ReleaseActionsProps) {
  const t = useText()
  const { root, can } = useSession()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  const params = { root, release: release.luid }
  const undo = useReleaseChange(() => admin.call('undoRelease', { params }), 'release.undone')
  const unschedule = useReleaseChange(
    () => admin.call('unscheduleRelease', { params }),
    'release.unscheduled',
  )
  const archive = useReleaseChange(
    () =>
      admin.call('changeRelease', {
        params,
        body: { isArchived: release.archivedAt === null },
      }),
    release.archivedAt === null ? 'release.archived' : 'release.restored',
  )
  const remove = useReleaseChange(
    () => admin.call('deleteRelease', { params }),
    'release.deleted',
    () => void navigate({ to: '/$root/releases', params: { root } }),
  )
  const error = undo.error ?? unschedule.error ?? archive.error ?? remove.error
  const isPublishable = isOpen(release) && release.items > 0
  if (!can('writer')) return null
  return (
    <>
      {isPublishable && can('editor') && (
        <>
          {release.state === 'scheduled' ? (
            <Button
              variant="default"
              loading={unschedule.isPending}
              onClick={() => unschedule.mutate()}
            >
              {t('release.cancelSchedule')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsked('schedule')}>
              {t('release.schedule')}
            </Button>
          )}
          <Button onClick={() => setAsked('publish')}>{t('release.publishNow')}</Button>
        </>
      )}
      {release.state === 'published' && can('editor') && (
        <Button variant="default" loading={undo.isPending} onClick={() => setAsked('undo')}>
          {t('release.undo')}
        </Button>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('action.more')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('rename')}>{t('release.rename')}</Menu.Item>
          <Menu.Item onClick={() => setAsked('duplicate')}>{t('release.duplicate')}</Menu.Item>
          <Menu.Item onClick={() => archive.mutate()}>
            {t(release.archivedAt === null ? 'release.archive' : 'release.restore')}
          </Menu.Item>
          {release.state !== 'published' && (
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setAsked('delete')}>
              {t('release.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {error && (
        <Alert color="red" role="alert" w="100%">
          {errorText(error, t)}
        </Alert>
      )}
      {(asked === 'publish' || asked === 'schedule') && (
        <PublishDialog
          release={release}
          check={check}
          isScheduling={asked === 'schedule'}
          onClose={close}
        />
      )}
      {asked === 'rename' && <RenameRelease release={release} onClose={close} />}
      {asked === 'duplicate' && (
        <NewRelease
          copied={release}
          onClose={close}
          onCreated={({ luid }) => {
            close()
            void navigate({ to: '/$root/releases/$release', params: { root, release: luid } })
          }}
        />
      )}
      {(asked === 'undo' || asked === 'delete') && (
        <ConfirmDialog
          title={t(asked === 'undo' ? 'release.askUndo' : 'release.askDelete', {
            name: release.name,
          })}
          action={t(asked === 'undo' ? 'release.undo' : 'release.delete')}
          isDangerous={asked === 'delete'}
          onCancel={close}
          onConfirm={() => {
            close()
            if (asked === 'undo') undo.mutate()
            else remove.mutate()
          }}
        >
          <Text mb="md">
            {t(asked === 'undo' ? 'release.askUndoHint' : 'release.askDeleteHint')}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
