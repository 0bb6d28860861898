import { Text } from '@mantine/core'
import { AdminFailure } from '../../api/admin.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import { useDraft } from './use-draft.ts'

/** The error of a failed action, unless a field shows it. */
export function ActionError({ errors, store }: { errors: (Error | null)[]; store: DraftStore }) {
  const t = useText()
  const problems = useDraft(store, (state) => state.problems)
  const error = errors.find((one) => one !== null)
  if (!error || problems.length > 0) return null
  const text = (): string => {
    if (!(error instanceof AdminFailure)) return t('item.notSaved')
    if (error.status === 0) return t('common.offline')
    if (error.status === 412) return t('item.changedMeanwhile')
    return errorText(error, t)
  }
  return (
    <Text role="alert" size="sm" c="var(--mantine-color-error)">
      {text()}
    </Text>
  )
}
