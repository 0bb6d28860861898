import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { InvitedMember } from '@octavo/schema/admin/account.ts'
import { canManage, roles, type Role } from '@octavo/schema/roles.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'

export function Invite({ onInvited }: { onInvited: (member: InvitedMember) => void }) {
  const t = useText()
  const { root, schema, user } = useSession()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [spaces, setSpaces] = useState<string[]>([])
  const canBeRestricted = role === 'editor' || role === 'viewer'
  const invite = useMutation({
    mutationFn: () =>
      admin.call('inviteMember', {
        params: {},
        body: {
          email,
          role,
          ...(canBeRestricted &&
            spaces.length > 0 && { spaces: spaces.map((space) => ({ root, space })) }),
        },
      }),
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
          <Group align="flex-start" gap="sm">
            <TextInput
              style={{ flex: 1 }}
              type="email"
              label={t('account.email')}
              required
              withAsterisk={false}
              error={errorAt('email')}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <NativeSelect
              label={t('members.role')}
              value={role}
              error={errorAt('role')}
              data={roles
                .filter((one) => canManage(user.role, one))
                .map((one) => ({ value: one, label: t(`members.${one}`) }))}
              onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t(`members.hint.${role}`)}
          </Text>
          {canBeRestricted && schema.hasSubSpaces && (
            <MultiSelect
              label={t('keys.spaces')}
              placeholder={spaces.length === 0 ? t('list.allSpaces') : ''}
              data={schema.root.spaces.map((space) => ({ value: space.luid, label: space.name }))}
              value={spaces}
              onChange={setSpaces}
            />
          )}
          <Group>
            <Button type="submit" loading={invite.isPending} disabled={email === ''}>
              {t('members.invite')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
