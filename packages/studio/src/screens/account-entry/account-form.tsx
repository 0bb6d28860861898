import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { EntryError, useFieldError } from './entry-error.tsx'

export interface AccountValues {
  name: string
  email: string
  password: string
}

interface AccountFormProps {
  /** The name from the invitation, as the initial value. */
  initialName?: string | undefined
  /** Whether to show the email input; not needed with an invitation link. */
  hasEmail: boolean
  passwordLabel: string
  action: string
  isBusy: boolean
  error: Error | null
  onSubmit: (values: AccountValues) => void
}

/** Name and password of a new account. */
export function AccountForm(props: AccountFormProps) {
  const { initialName = '', hasEmail, passwordLabel, action, isBusy, error, onSubmit } = props
  const t = useText()
  const [name, setName] = useState<string>()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const errorAt = useFieldError(error)
  const shownName = name ?? initialName
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({ name: shownName, email, password })
      }}
    >
      <Stack gap="sm">
        <EntryError error={error} fields={['name', 'password', ...(hasEmail ? ['email'] : [])]} />
        <TextInput
          label={t('account.name')}
          autoComplete="name"
          autoFocus={hasEmail}
          value={shownName}
          error={errorAt('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {hasEmail && (
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
        )}
        <PasswordInput
          label={passwordLabel}
          description={t('account.passwordRule')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={8}
          value={password}
          error={errorAt('password')}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} mt="xs">
          {action}
        </Button>
      </Stack>
    </form>
  )
}
