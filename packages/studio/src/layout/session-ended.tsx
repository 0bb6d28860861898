import { Modal, Text } from '@mantine/core'
import { useSession } from '../api/session.tsx'
import { useIsSessionEnded } from '../api/session-end.ts'
import { useText } from '../i18n/text.tsx'
import { SignInForm } from '../screens/account-entry/sign-in-form.tsx'

/** A dialog over the current page, so that signing in again loses no edits. */
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
      <SignInForm fixedEmail={user.email} />
    </Modal>
  )
}
