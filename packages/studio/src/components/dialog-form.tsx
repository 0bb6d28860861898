import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.tsx'
import { Dialog } from './dialog.tsx'

interface DialogFormProps {
  title: string
  /** The text of the button that submits the form. */
  action: string
  isBusy: boolean
  isDisabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that asks for values. */
export function DialogForm(props: DialogFormProps) {
  const { title, action, isBusy, isDisabled = false, onSubmit, onClose, children } = props
  const t = useText()
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog may be inside another form of the page.
          event.stopPropagation()
          onSubmit()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isDisabled}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
