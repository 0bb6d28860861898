import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'

export function PasswordForm() {
  const t = useText()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => admin.call('changePassword', { params: {}, body: { current, next } }),
    onSuccess: () => {
      setCurrent('')
      setNext('')
    },
  })
  const errorAt = useFieldError(change.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack gap="sm" mt="md">
        <Title order={2} size="h5">
          {t('account.changePassword')}
        </Title>
        <EntryError error={change.error} fields={['current', 'next']} />
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          error={errorAt('current')}
          value={current}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <PasswordInput
          label={t('account.newPassword')}
          description={t('account.passwordRule')}
          autoComplete="new-password"
          error={errorAt('next')}
          value={next}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
        <Button
          type="submit"
          w="fit-content"
          disabled={current === '' || next === ''}
          loading={change.isPending}
        >
          {t('account.changePassword')}
        </Button>
        <Text role="status" size="sm">
          {change.isSuccess ? t('account.passwordChanged') : ''}
        </Text>
      </Stack>
    </form>
  )
}
