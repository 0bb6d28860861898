import { Anchor } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { AccountForm, type AccountValues } from './account-form.tsx'
import { Card } from './card.tsx'

/** The page of an invitation link. The token is in the fragment, so that it does not appear in logs. */
export function Invitation() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => admin.call('readInvitation', { params: {}, body: { token } }),
    retry: false,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, password }: AccountValues) =>
      admin.call('acceptInvitation', { params: {}, body: { token, password, name } }),
    onSuccess: async () => {
      await client.invalidateQueries()
      await navigate({ to: '/' })
    },
  })
  if (invitation.error) {
    return (
      <Card title={t('account.invitationInvalid')} hint={t('account.invitationGone')}>
        <Anchor href="/">{t('account.signIn')}</Anchor>
      </Card>
    )
  }
  return (
    <Card title={t('account.invitation')} hint={invitation.data?.email ?? ''}>
      <AccountForm
        initialName={invitation.data?.name}
        hasEmail={false}
        passwordLabel={t('account.newPassword')}
        action={t('account.accept')}
        isBusy={isPending}
        error={error}
        onSubmit={(values) => mutate(values)}
      />
    </Card>
  )
}
