import { Button, Group, Paper, Stack, TextInput } from '@mantine/core'
import type { InvitedMember } from '@octavo/schema/admin/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import { isDecided, reachBody, RoleAndSpaces, type Reach } from './role-and-spaces.tsx'

export function Invite({ onInvited }: { onInvited: (member: InvitedMember) => void }) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [reach, setReach] = useState<Reach>({ role: 'editor', spaces: null })
  const invite = useMutation({
    mutationFn: () =>
      admin.call('inviteMember', { params: {}, body: { email, ...reachBody(reach) } }),
    onSuccess: (member) => {
      onInvited(member)
      setEmail('')
    },
  })
  const errorAt = useFieldError(invite.error)
  return (
    <Paper withBorder p="md" maw={640}>
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
            required
            withAsterisk={false}
            error={errorAt('email')}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <RoleAndSpaces value={reach} onChange={setReach} roleError={errorAt('role')} />
          <Group>
            <Button
              type="submit"
              loading={invite.isPending}
              disabled={email === '' || !isDecided(reach)}
            >
              {t('members.invite')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
