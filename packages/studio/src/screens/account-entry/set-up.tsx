import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useText } from '../../i18n/text.tsx'
import { AccountForm, type AccountValues } from './account-form.tsx'
import { Card } from './card.tsx'

/** The first run: the first user becomes the owner of the instance. */
export function SetUp() {
  const t = useText()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: AccountValues) => admin.call('setUpOwner', { params: {}, body }),
    onSuccess: () => client.invalidateQueries(),
  })
  return (
    <Card title={t('account.setUp')} hint={t('account.setUpHint')}>
      <AccountForm
        hasEmail
        passwordLabel={t('account.password')}
        action={t('account.create')}
        isBusy={isPending}
        error={error}
        onSubmit={(values) => mutate(values)}
      />
    </Card>
  )
}
