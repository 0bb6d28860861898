import { Paper, Stack, TextInput } from '@mantine/core'
import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { TimeInput } from '../../../components/time-input.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'
import { isDecided, reachBody, RoleAndSpaces, type Reach } from '../members/role-and-spaces.tsx'

export type CreatedToken = AdminCalls['createToken']['reply']

interface NewTokenProps {
  onCreated: (token: CreatedToken) => void
  onCancel: () => void
}

export function NewToken({ onCreated, onCancel }: NewTokenProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [reach, setReach] = useState<Reach>({ role: 'editor', spaces: null })
  const create = useMutation({
    mutationFn: () =>
      admin.call('createToken', {
        params: {},
        body: { name: name.trim(), expiresAt, ...reachBody(reach) },
      }),
    onSuccess: onCreated,
  })
  const errorAt = useFieldError(create.error)
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <Stack gap="sm">
          <EntryError error={create.error} fields={['name', 'role', 'expiresAt']} />
          <TextInput
            label={t('common.name')}
            description={t('tokens.nameHint')}
            required
            withAsterisk={false}
            autoFocus
            error={errorAt('name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <RoleAndSpaces value={reach} onChange={setReach} roleError={errorAt('role')} />
          <TimeInput
            label={t('tokens.expires')}
            value={expiresAt}
            onChange={setExpiresAt}
            error={errorAt('expiresAt')}
          />
          <FormButtons
            action={t('tokens.create')}
            isBusy={create.isPending}
            isDisabled={name.trim() === '' || !isDecided(reach)}
            onCancel={onCancel}
          />
        </Stack>
      </form>
    </Paper>
  )
}
