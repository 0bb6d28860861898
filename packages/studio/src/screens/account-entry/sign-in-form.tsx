import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, statusOf } from '../../api/admin.ts'
import { noteSignIn } from '../../api/session-end.ts'
import { useText } from '../../i18n/text.tsx'
import { EntryError } from './entry-error.tsx'

/** `fixedEmail` is the email address of an expired session, so that the user types only the password. */
export function SignInForm({ fixedEmail = '' }: { fixedEmail?: string }) {
  const t = useText()
  const client = useQueryClient()
  const [email, setEmail] = useState(fixedEmail)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => admin.call('signIn', { params: {}, body: { email, password } }),
    onSuccess: async () => {
      noteSignIn()
      await client.invalidateQueries()
    },
    meta: { isSignIn: true },
  })
  const isWrong = statusOf(error) === 401 || statusOf(error) === 400
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap="sm">
        {isWrong ? (
          <Alert color="red" role="alert" variant="light">
            {t('account.wrong')}
          </Alert>
        ) : (
          <EntryError error={error} />
        )}
        <TextInput
          label={t('account.email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={fixedEmail === ''}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <PasswordInput
          label={t('account.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...(fixedEmail !== '' && { 'data-autofocus': true })}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={isPending} mt="xs">
          {t('account.signIn')}
        </Button>
      </Stack>
    </form>
  )
}
