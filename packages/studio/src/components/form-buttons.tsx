import { Button, Group } from '@mantine/core'
import { useText } from '../i18n/text.tsx'

interface FormButtonsProps {
  action: string
  isBusy: boolean
  isDisabled: boolean
  onCancel: () => void
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ action, isBusy, isDisabled, onCancel }: FormButtonsProps) {
  const t = useText()
  return (
    <Group gap="xs">
      <Button type="submit" loading={isBusy} disabled={isDisabled}>
        {action}
      </Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </Group>
  )
}
