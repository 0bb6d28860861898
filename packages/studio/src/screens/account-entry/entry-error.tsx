import { Alert } from '@mantine/core'
import { AdminFailure } from '../../api/admin.ts'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'

/** Errors of the form as a whole. Errors of a field are shown at the field. */
export function EntryError({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const t = useText()
  if (!error) return null
  const text = (): string => {
    if (!(error instanceof AdminFailure)) return t('common.wrong')
    if (error.status === 0) return t('common.offline')
    if (error.status === 429) return t('account.wait', { seconds: error.retryAfter ?? 60 })
    const rest = error.problems.filter(({ path }) => !fields.includes(path))
    return rest.map((problem) => problemText(problem, t)).join(' ')
  }
  const message = text()
  if (message === '') return null
  return (
    <Alert color="red" role="alert" variant="light">
      {message}
    </Alert>
  )
}

/** Returns the error message of a field. */
export function useFieldError(error: unknown): (path: string) => string | undefined {
  const t = useText()
  return (path) => {
    if (!(error instanceof AdminFailure)) return undefined
    const found = error.problems.find((problem) => problem.path === path)
    return found && problemText(found, t)
  }
}
