import { Button, Group, Stack } from '@mantine/core'
import type { InvitedMember } from '@octavo/schema/admin/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useText } from '../../../i18n/text.tsx'
import { Secret } from '../keys/secret.tsx'
import classes from '../settings.module.css'
import { Invite } from './invite.tsx'
import { MemberRow } from './member-row.tsx'

export function Members() {
  const t = useText()
  const client = useQueryClient()
  const [invited, setInvited] = useState<InvitedMember | null>(null)
  const [isInviting, setIsInviting] = useState(false)
  const { data } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => admin.call('listMembers', { params: {}, signal }),
  })
  const note = (member: InvitedMember): void => {
    setInvited(member)
    setIsInviting(false)
    void client.invalidateQueries({ queryKey: ['members'] })
  }
  return (
    <Stack>
      {invited && (
        <Secret
          title={t('members.link', { email: invited.member.email })}
          secret={location.origin + invited.invitation.path}
          hint={t('members.linkHint')}
          doneText={t('members.linkCopied')}
          onDone={() => setInvited(null)}
        />
      )}
      {isInviting ? (
        <Invite onInvited={note} onCancel={() => setIsInviting(false)} />
      ) : (
        <Group>
          <Button onClick={() => setIsInviting(true)}>{t('members.invite')}</Button>
        </Group>
      )}
      <div className={classes.scroll} role="group" aria-label={t('settings.members')} tabIndex={0}>
        <table className={`${classes.table} ${classes.cards}`}>
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
