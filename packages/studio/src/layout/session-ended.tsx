import { Modal, Text } from '@mantine/core'
import { useSession } from '../api/session.tsx'
import { useIsSessionEnded } from '../api/session-end.ts'
import { useText } from '../i18n/text.tsx'
import { SignInForm } from '../screens/account-entry/sign-in-form.tsx'

/** Over whatever is open, so that nothing typed is lost by signing in again. */
export function SessionEnded() {
  const t = useText()
  const { user } = useSession()
  const isEnded = useIsSessionEnded()
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      title={t('account.ended')}
    >
      <Text mb="md">{t('account.endedHint')}</Text>
      <SignInForm known={user.email} />
    </Modal>
  )
}
