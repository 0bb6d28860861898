import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { Card } from './card.tsx'
import { EntryError, useFieldError } from './entry-error.tsx'

/** Where the link of an invitation leads. The token stays behind the # and out of logs. */
export function Invitation() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [token] = useState(() => location.hash.slice(1))
  const [name, setName] = useState<string>()
  const [password, setPassword] = useState('')
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => admin.call('lookAtInvitation', { params: {}, body: { token } }),
    retry: false,
  })
  const shownName = name ?? invitation.data?.name ?? ''
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      admin.call('acceptInvitation', { params: {}, body: { token, password, name: shownName } }),
    onSuccess: async () => {
      await client.invalidateQueries()
      await navigate({ to: '/' })
    },
  })
  const errorAt = useFieldError(error)
  if (invitation.error) {
    return (
      <Card title={t('common.notFound')} hint={t('account.invitationGone')}>
        <Anchor href="/">{t('account.signIn')}</Anchor>
      </Card>
    )
  }
  return (
    <Card title={t('account.invitation')} hint={invitation.data?.email ?? ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Stack gap="sm">
          <EntryError error={error} fields={['name', 'password']} />
          <TextInput
            label={t('account.name')}
            autoComplete="name"
            value={shownName}
            error={errorAt('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <PasswordInput
            label={t('account.newPassword')}
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
            {t('account.accept')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
