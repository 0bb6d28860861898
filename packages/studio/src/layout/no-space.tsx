import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'

export function NoSpace() {
  const t = useText()
  return <Message title={t('account.noSpace')}>{t('account.noSpaceHint')}</Message>
}
