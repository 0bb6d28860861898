import { Paper, Stack, TextInput } from '@mantine/core'
import type { InvitedMember } from '@octavo/schema/admin/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import { isDecided, reachBody, RoleAndSpaces, type Reach } from './role-and-spaces.tsx'

interface InviteProps {
  onInvited: (member: InvitedMember) => void
  onCancel: () => void
}

export function Invite({ onInvited, onCancel }: InviteProps) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [reach, setReach] = useState<Reach>({ role: 'editor', spaces: null })
  const invite = useMutation({
    mutationFn: () =>
      admin.call('inviteMember', { params: {}, body: { email, ...reachBody(reach) } }),
    onSuccess: onInvited,
  })
  const errorAt = useFieldError(invite.error)
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate()
        }}
      >
        <Stack gap="sm">
          <EntryError error={invite.error} fields={['email', 'role']} />
          <TextInput
            type="email"
            label={t('account.email')}
            autoFocus
            required
            withAsterisk={false}
            error={errorAt('email')}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <RoleAndSpaces value={reach} onChange={setReach} roleError={errorAt('role')} />
          <FormButtons
            action={t('members.invite')}
            isBusy={invite.isPending}
            isDisabled={email === '' || !isDecided(reach)}
            onCancel={onCancel}
          />
        </Stack>
      </form>
    </Paper>
  )
}
