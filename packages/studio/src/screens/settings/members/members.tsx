import { Alert, Badge, Button, NativeSelect, Stack } from '@mantine/core'
import type { InvitedMember, Member } from '@octavo/schema/admin/account.ts'
import { canManage, roles, type Role } from '@octavo/schema/roles.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { problemText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import { Secret } from '../keys/secret.tsx'
import classes from '../settings.module.css'
import { Invite } from './invite.tsx'

export function Members() {
  const t = useText()
  const client = useQueryClient()
  const [invited, setInvited] = useState<InvitedMember | null>(null)
  const { data } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => admin.call('listMembers', { params: {}, signal }),
  })
  const note = (member: InvitedMember): void => {
    setInvited(member)
    void client.invalidateQueries({ queryKey: ['members'] })
  }
  return (
    <Stack>
      {invited && (
        <Secret
          title={t('members.link', { email: invited.member.email })}
          secret={location.origin + invited.invitation.path}
          onDone={() => setInvited(null)}
        />
      )}
      <Invite onInvited={note} />
      <div className={classes.scroll} role="group" aria-label={t('settings.members')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('common.name')}</th>
              <th scope="col">{t('members.role')}</th>
              <th scope="col">{t('keys.spaces')}</th>
              <th scope="col">{t('members.lastSeen')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {data?.members.map((member) => (
              <MemberRow key={member.id} member={member} onInvited={note} />
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  )
}

function MemberRow({
  member,
  onInvited,
}: {
  member: Member
  onInvited: (member: InvitedMember) => void
}) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { user } = useSession()
  const [isRemoving, setIsRemoving] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: ['members'] })
  const change = useMutation({
    mutationFn: (role: Role) =>
      admin.call('changeMember', { params: { id: member.id }, body: { role } }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => admin.call('removeMember', { params: { id: member.id } }),
    onSuccess: refresh,
  })
  const renew = useMutation({
    mutationFn: () => admin.call('renewInvitation', { params: { id: member.id } }),
    onSuccess: onInvited,
  })
  const isMine = member.id === user.id
  const canChange = !isMine && canManage(user.role, member.role)
  const error = change.error ?? remove.error ?? renew.error
  return (
    <tr>
      <td>
        {member.name || member.email}
        <div className={classes.small}>{member.name && member.email}</div>
        {error && (
          <Alert color="red" role="alert">
            {problemText(error.message, t)}
          </Alert>
        )}
      </td>
      <td>
        {canChange ? (
          <NativeSelect
            size="xs"
            aria-label={`${t('members.role')}: ${member.email}`}
            value={member.role}
            data={roles
              .filter((role) => canManage(user.role, role))
              .map((role) => ({ value: role, label: t(`members.${role}`) }))}
            onChange={({ currentTarget }) => change.mutate(currentTarget.value as Role)}
          />
        ) : (
          t(`members.${member.role}`)
        )}
      </td>
      <td>{member.spaces?.map(({ space }) => space).join(', ') ?? t('common.all')}</td>
      <td>
        {member.state === 'invited' && (
          <Badge color="gray" variant="light" c="inherit" tt="none">
            {t('members.invited')}
          </Badge>
        )}
        {member.lastSeenAt && format.ago(member.lastSeenAt)}
      </td>
      <td>
        {canChange && (
          <>
            {member.state === 'invited' && (
              <Button size="compact-sm" variant="default" mr={6} onClick={() => renew.mutate()}>
                {t('members.renew')}
              </Button>
            )}
            <Button
              size="compact-sm"
              {...(isRemoving ? { color: 'red' } : { variant: 'default' })}
              onBlur={() => setIsRemoving(false)}
              onClick={() => (isRemoving ? remove.mutate() : setIsRemoving(true))}
            >
              {isRemoving ? t('members.removeNow') : t('action.remove')}
            </Button>
          </>
        )}
      </td>
    </tr>
  )
}
