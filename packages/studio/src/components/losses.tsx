import { Alert, Checkbox, List } from '@mantine/core'
import type { SchemaPreview } from '@octavo/schema/admin/schema.ts'
import { useText } from '../i18n/text.tsx'

interface LossesProps {
  lost: SchemaPreview['lost']
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}

/** Lists the content that a schema change would delete, with a confirmation. */
export function Losses({ lost, isConfirmed, onConfirm }: LossesProps) {
  const t = useText()
  return (
    <Alert color="red" role="alert" title={t('models.losses')}>
      <List size="sm" mb="sm">
        {lost.map((loss) => (
          <List.Item key={loss.message}>{t.message(loss)}</List.Item>
        ))}
      </List>
      <Checkbox
        label={t('models.confirm')}
        checked={isConfirmed}
        onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
      />
    </Alert>
  )
}
