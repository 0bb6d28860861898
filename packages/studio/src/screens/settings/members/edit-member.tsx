import { Paper, Stack, Text } from '@mantine/core'
import type { Member } from '@octavo/schema/admin/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import { isDecided, reachBody, RoleAndSpaces, type Reach } from './role-and-spaces.tsx'

interface EditMemberProps {
  member: Member
  onDone: () => void
  onCancel: () => void
}

export function EditMember({ member, onDone, onCancel }: EditMemberProps) {
  const t = useText()
  const [reach, setReach] = useState<Reach>({ role: member.role, spaces: member.spaces })
  const save = useMutation({
    mutationFn: () =>
      admin.call('changeMember', { params: { id: member.id }, body: reachBody(reach) }),
    onSuccess: onDone,
  })
  const errorAt = useFieldError(save.error)
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="sm">
          <Text fw={600}>{member.name || member.email}</Text>
          <EntryError error={save.error} fields={['role']} />
          <RoleAndSpaces value={reach} onChange={setReach} roleError={errorAt('role')} />
          <FormButtons
            action={t('action.save')}
            isBusy={save.isPending}
            isDisabled={!isDecided(reach)}
            onCancel={onCancel}
          />
        </Stack>
      </form>
    </Paper>
  )
}
