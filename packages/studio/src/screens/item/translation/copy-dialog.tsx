import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import type { CopyPlan } from './use-copy.ts'

interface CopyDialogProps {
  plan: CopyPlan
  language: string
  onCopy: (fields: CopyPlan['filled']) => void
  onCancel: () => void
}

/** Asks before text of a translation is replaced. Cancel has the focus, so that Enter does no harm. */
export function CopyDialog({ plan: { filled, replaced }, language, ...props }: CopyDialogProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const source = format.language(schema.mainLanguage.key)
  const target = format.language(language)
  return (
    <Dialog onClose={props.onCancel} title={t('translation.replaceTitle', { source, target })}>
      <Stack>
        <Text size="sm">{t('translation.replaceHint', { target })}</Text>
        <List size="sm">
          {replaced.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={props.onCancel}>
            {t('action.cancel')}
          </Button>
          {filled.length > 0 && (
            <Button variant="default" onClick={() => props.onCopy(filled)}>
              {t('translation.fillOnly', { count: filled.length })}
            </Button>
          )}
          <Button onClick={() => props.onCopy([...filled, ...replaced])}>
            {t('translation.replace', { count: replaced.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
