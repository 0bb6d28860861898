import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { useText } from '../../../i18n/text.tsx'
import classes from '../settings.module.css'

interface SecretProps {
  title: string
  secret: string
  hint: string
  doneText: string
  onDone: () => void
}

/** Shows a secret once, until the user confirms that it is copied. */
export function Secret({ title, secret, hint, doneText, onDone }: SecretProps) {
  const t = useText()
  return (
    <Alert color="indigo" variant="light" title={title} role="status">
      <Text size="sm" mb="xs">
        {hint}
      </Text>
      <div className={classes.secret} data-testid="secret">
        {secret}
      </div>
      <Group mt="sm">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? t('action.copied') : t('action.copy')}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={onDone}>
          {doneText}
        </Button>
      </Group>
    </Alert>
  )
}
