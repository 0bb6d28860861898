import { Alert, Badge, Button, Group } from '@mantine/core'
import type { InvitedMember, Member } from '@octavo/schema/admin/account.ts'
import { canManage } from '@octavo/schema/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import { EditedRow } from '../edited-row.tsx'
import classes from '../settings.module.css'
import { EditMember } from './edit-member.tsx'

interface MemberRowProps {
  member: Member
  onInvited: (member: InvitedMember) => void
}

export function MemberRow({ member, onInvited }: MemberRowProps) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema, user } = useSession()
  const [mode, setMode] = useState<'shown' | 'edited' | 'removed'>('shown')
  const refresh = () => client.invalidateQueries({ queryKey: ['members'] })
  const remove = useMutation({
    mutationFn: () => admin.call('removeMember', { params: { id: member.id } }),
    onSuccess: refresh,
  })
  const renew = useMutation({
    mutationFn: () => admin.call('renewInvitation', { params: { id: member.id } }),
    onSuccess: onInvited,
  })
  if (mode === 'edited') {
    const show = (): void => setMode('shown')
    return (
      <EditedRow columns={5} queryKey={['members']} onClose={show}>
        {(done) => <EditMember member={member} onDone={done} onCancel={show} />}
      </EditedRow>
    )
  }
  const canChange = member.id !== user.id && canManage(user.role, member.role)
  const error = remove.error ?? renew.error
  const spaceNames = member.spaces?.map(({ root: of, space }) =>
    of === root ? (schema.spaceByLuid.get(space)?.name ?? space) : `${of}/${space}`,
  )
  return (
    <tr>
      <td>
        {member.name || member.email}
        <div className={classes.small}>{member.name && member.email}</div>
        {error && (
          <Alert color="red" role="alert">
            {errorText(error, t)}
          </Alert>
        )}
      </td>
      <td data-label={t('members.role')}>{t(`members.${member.role}`)}</td>
      <td data-label={t('keys.spaces')}>{spaceNames?.join(', ') ?? t('common.all')}</td>
      <td data-label={member.lastSeenAt ? t('members.lastSeen') : undefined}>
        {member.state === 'invited' && (
          <Badge color="gray" variant="light" c="inherit" tt="none">
            {t('members.invited')}
          </Badge>
        )}
        {member.lastSeenAt && format.ago(member.lastSeenAt)}
      </td>
      <td className={classes.actions}>
        {canChange && (
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('action.edit')}: ${member.email}`}
              onClick={() => setMode('edited')}
            >
              {t('action.edit')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              title={member.state === 'active' ? t('members.renewHint') : undefined}
              onClick={() => renew.mutate()}
            >
              {t('members.renew')}
            </Button>
            <Button
              size="compact-sm"
              {...(mode === 'removed' ? { color: 'red' } : { variant: 'default' })}
              onBlur={() => setMode((now) => (now === 'removed' ? 'shown' : now))}
              onClick={() => (mode === 'removed' ? remove.mutate() : setMode('removed'))}
            >
              {mode === 'removed' ? t('members.removeNow') : t('action.remove')}
            </Button>
          </Group>
        )}
      </td>
    </tr>
  )
}
