import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { AdminFailure, statusOf } from '../api/admin.ts'
import { errorText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'
import { Message } from './message.tsx'
import { NotFound } from './not-found.tsx'

interface ErrorViewProps {
  error: unknown
  reset?: () => void
  /** Shown instead of the retry button, if a retry cannot help. */
  action?: ReactNode
}

/** Shows an error in place of content that failed to load. */
export function ErrorView({ error, reset, action }: ErrorViewProps) {
  const t = useText()
  const status = statusOf(error)
  if (status === 404) return <NotFound />
  // A retry can help after an error of the server, but not after an error of the app.
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
