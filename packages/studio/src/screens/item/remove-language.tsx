import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'

interface RemoveLanguageProps {
  language: string
  isOpen: boolean
  onClose: () => void
  onRemove: () => void
}

/** Asks before the data of a language is deleted. */
export function RemoveLanguage({ language: key, isOpen, onClose, onRemove }: RemoveLanguageProps) {
  const t = useText()
  const language = useFormat().language(key)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('item.removeLanguage', { language })}>
      <Stack>
        <Text size="sm">{t('item.removeLanguageHint', { language })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button color="red" onClick={onRemove}>
            {t('item.removeLanguageNow')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
