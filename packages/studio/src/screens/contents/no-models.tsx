import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { Message } from '../../layout/message.tsx'

/** The empty state of a root space without models. */
export function NoModels() {
  const t = useText()
  const { root, can } = useSession()
  return (
    <Message
      title={t('list.noModels')}
      action={
        can('admin') && (
          <Button component={Link} to={`/${root}/models`}>
            {t('list.createModel')}
          </Button>
        )
      }
    >
      {t('list.noModelsHint')}
    </Message>
  )
}
