import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminFailure, statusOf } from '../api/admin.ts'
import { errorText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'
import { NotFound } from './not-found.tsx'

interface WrongProps {
  error: unknown
  reset?: () => void
  /** What helps where trying again does not; then it is offered instead. */
  action?: ReactNode
}

/** What stands in the place of something that could not be shown. */
export function Wrong({ error, reset, action }: WrongProps) {
  const t = useText()
  const status = statusOf(error)
  if (status === 404) return <NotFound />
  // What the server said may be otherwise next time; a mistake of our own is made again.
  const isOwn = !(error instanceof AdminFailure)
  const retry = isOwn || !reset ? () => location.reload() : reset
  return (
    <div role="alert">
      <Message
        title={t('common.wrong')}
        action={
          (status === 400 && action) || (
            <Button variant="default" onClick={retry}>
              {t(isOwn ? 'action.reload' : 'action.retry')}
            </Button>
          )
        }
      >
        {isOwn ? t('common.wrongHint') : errorText(error, t)}
      </Message>
    </div>
  )
}
