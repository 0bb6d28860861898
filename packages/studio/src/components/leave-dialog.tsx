import { Button, Group, Text } from '@mantine/core'
import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { useText } from '../i18n/text.tsx'
import { Dialog } from './dialog.tsx'

interface Way {
  label: string
  isDangerous?: boolean
  /** Whether the user stays on the page. */
  isStaying?: boolean
  run?: () => void
}

interface LeaveDialogProps {
  /** Whether to ask before another page of Studio opens. */
  shouldAsk: ShouldBlockFn
  /** Whether the browser asks before the tab closes. */
  isUnsaved: () => boolean
  children: string
  /** The buttons besides the one to keep editing. */
  ways: readonly Way[]
}

/** Asks before the user leaves a page with unsaved changes. */
export function LeaveDialog({ shouldAsk, isUnsaved, children, ways }: LeaveDialogProps) {
  const t = useText()
  const blocker = useBlocker({
    shouldBlockFn: shouldAsk,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  return (
    <Dialog title={t('leave.title')} onClose={reset}>
      <Text size="sm" mb="md">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs">
        {ways.map(({ label, isDangerous, isStaying, run }) => (
          <Button
            key={label}
            variant="default"
            {...(isDangerous && { c: 'var(--mantine-color-error)' })}
            onClick={() => {
              run?.()
              if (isStaying) reset()
              else proceed()
            }}
          >
            {label}
          </Button>
        ))}
        <Button data-autofocus onClick={reset}>
          {t('review.keepEditing')}
        </Button>
      </Group>
    </Dialog>
  )
}
