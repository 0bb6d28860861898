import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'

interface RemoveLanguageProps {
  language: string
  onClose: () => void
  onRemove: () => void
}

/** Asks before the data of a language is deleted. */
export function RemoveLanguage({ language: key, onClose, onRemove }: RemoveLanguageProps) {
  const t = useText()
  const language = useFormat().language(key)
  return (
    <ConfirmDialog
      title={t('item.removeLanguage', { language })}
      action={t('item.removeLanguage', { language })}
      isDangerous
      onCancel={onClose}
      onConfirm={onRemove}
    >
      <Text mb="md">{t('item.removeLanguageHint', { language })}</Text>
    </ConfirmDialog>
  )
}
