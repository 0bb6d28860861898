import { Button, Checkbox, CloseButton, Text, TextInput } from '@mantine/core'
import { maxWebhookHeaders } from '@octavo/schema/webhooks.ts'
import { useText } from '../../../../i18n/text.tsx'
import classes from '../webhooks.module.css'
import type { HeaderValues } from './values.ts'

interface HeaderInputsProps {
  headers: readonly HeaderValues[]
  errorAt: (name: string) => string | undefined
  onChange: (headers: HeaderValues[]) => void
}

/** Extra headers. A stored secret value is not shown, only replaced. */
export function HeaderInputs({ headers, errorAt, onChange }: HeaderInputsProps) {
  const t = useText()
  const change = (key: number, values: Partial<HeaderValues>): void =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...values } : header)))
  const add = (): void => {
    const key = Math.max(-1, ...headers.map((header) => header.key)) + 1
    onChange([...headers, { key, name: '', value: '', isSecret: false, isStored: false }])
  }
  return (
    <fieldset className={classes.headers}>
      <Text component="legend" size="sm" fw={500}>
        {t('webhooks.headers')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('webhooks.headersHint')}
      </Text>
      {headers.map(({ key, name, value, isSecret, isStored }, index) => {
        const number = index + 1
        const isKept = isStored && value === ''
        return (
          <div key={key} className={classes.header}>
            <TextInput
              aria-label={t('webhooks.headerName', { number })}
              placeholder="X-Site"
              autoComplete="off"
              value={name}
              error={errorAt(`headers[${index}].name`)}
              onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
            />
            <TextInput
              aria-label={t('webhooks.headerValue', { number })}
              placeholder={t(isStored ? 'webhooks.headerStored' : 'webhooks.headerEmpty')}
              autoComplete="off"
              value={value}
              error={errorAt(`headers[${index}].value`)}
              onChange={({ currentTarget }) => change(key, { value: currentTarget.value })}
            />
            <Checkbox
              label={t('webhooks.headerSecret')}
              checked={isSecret}
              disabled={isKept}
              onChange={({ currentTarget }) => change(key, { isSecret: currentTarget.checked })}
            />
            <CloseButton
              size="sm"
              aria-label={t('webhooks.removeHeader', { number })}
              onClick={() => onChange(headers.filter((header) => header.key !== key))}
            />
          </div>
        )
      })}
      {headers.length < maxWebhookHeaders && (
        <div>
          <Button size="compact-sm" variant="default" onClick={add}>
            {t('webhooks.addHeader')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
