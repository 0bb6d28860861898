import { Button, Group } from '@mantine/core'
import { useText } from '../i18n/text.tsx'

interface FormButtonsProps {
  action: string
  isBusy: boolean
  isOff: boolean
  onCancel: () => void
}

/** Sends the form they stand in, or leaves it. */
export function FormButtons({ action, isBusy, isOff, onCancel }: FormButtonsProps) {
  const t = useText()
  return (
    <Group>
      <Button type="submit" loading={isBusy} disabled={isOff}>
        {action}
      </Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </Group>
  )
}
