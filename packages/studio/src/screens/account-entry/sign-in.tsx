import { useText } from '../../i18n/text.tsx'
import { Card } from './card.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignIn() {
  const t = useText()
  return (
    <Card title={t('account.signIn')}>
      <SignInForm />
    </Card>
  )
}
