import { Button } from '@mantine/core'
import { useText } from '../../../i18n/text.tsx'

interface RestoreButtonProps {
  /** How many fields are selected. */
  count: number
  /** Whether these are all changed fields. */
  isComplete: boolean
  isPending: boolean
  onRestore: (isComplete: boolean) => void
}

export function RestoreButton({ count, isComplete, isPending, onRestore }: RestoreButtonProps) {
  const t = useText()
  return (
    <Button disabled={count === 0} loading={isPending} onClick={() => onRestore(isComplete)}>
      {t(isComplete ? 'history.restore' : 'history.restoreSome', { count })}
    </Button>
  )
}
