import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { Card } from './card.tsx'
import { EntryError, useFieldError } from './entry-error.tsx'

const fields = ['name', 'email', 'password']

/** The first run: whoever comes first owns the instance. */
export function SetUp() {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => admin.call('setUpOwner', { params: {}, body: { name, email, password } }),
    onSuccess: () => client.invalidateQueries(),
  })
  const errorAt = useFieldError(error)
  return (
    <Card title={t('account.setUp')} hint={t('account.setUpHint')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Stack gap="sm">
          <EntryError error={error} fields={fields} />
          <TextInput
            label={t('account.name')}
            autoComplete="name"
            autoFocus
            value={name}
            error={errorAt('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={t('account.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            error={errorAt('email')}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <PasswordInput
            label={t('account.password')}
            description={t('account.passwordRule')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={8}
            value={password}
            error={errorAt('password')}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Button type="submit" loading={isPending} mt="xs">
            {t('account.create')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
