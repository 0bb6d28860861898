import { Anchor } from '@mantine/core'
import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'

export function NotFound() {
  const t = useText()
  return (
    <Message
      isAlone
      title={t('common.notFound')}
      action={<Anchor href="/">{t('common.toStart')}</Anchor>}
    >
      {t('common.notFoundHint')}
    </Message>
  )
}
