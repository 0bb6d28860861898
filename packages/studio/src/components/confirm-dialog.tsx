import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** What the action does. */
  children: ReactNode
  /** The text of the button that runs the action. */
  action: string
  /** Whether the action deletes something. */
  isDangerous?: boolean
  isBusy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before an action. Cancel has the focus, so that Enter does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isDangerous = false, isBusy = false } = props
  const t = useText()
  return (
    <Dialog onClose={props.onCancel} title={title}>
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={props.onCancel}>
          {t('action.cancel')}
        </Button>
        <Button {...(isDangerous && { color: 'red' })} loading={isBusy} onClick={props.onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  )
}
