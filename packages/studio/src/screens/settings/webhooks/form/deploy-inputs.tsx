import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import {
  deployPresets,
  maxBuildInterval,
  maxDebounce,
  type DeployPreset,
} from '@octavo/schema/webhooks.ts'
import { useText } from '../../../../i18n/text.tsx'
import { tokenOf, withPreset, withToken, type WebhookValues } from './values.ts'

const placeholders: Readonly<Record<DeployPreset, string>> = {
  vercel: 'https://api.vercel.com/v1/integrations/deploy/…',
  netlify: 'https://api.netlify.com/build_hooks/…',
  cloudflare: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/…',
  github: 'https://api.github.com/repos/OWNER/REPOSITORY/dispatches',
  url: 'https://',
}

interface DeployInputsProps {
  values: WebhookValues
  deploy: NonNullable<WebhookValues['deploy']>
  errorAt: (name: string) => string | undefined
  onChange: (change: Partial<WebhookValues>) => void
}

/** The service, its address, and how often it builds. */
export function DeployInputs({ values, deploy, errorAt, onChange }: DeployInputsProps) {
  const t = useText()
  const { preset, debounce, interval } = deploy
  const token = tokenOf(values)
  const number = (name: 'debounce' | 'interval', value: number, max: number) => (
    <NumberInput
      label={t(`deploys.${name}`)}
      min={0}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      hideControls
      flex="1 1 200px"
      error={errorAt(`deploy.${name}`)}
      value={value}
      onChange={(typed) => onChange({ deploy: { ...deploy, [name]: Number(typed) } })}
    />
  )
  return (
    <>
      <NativeSelect
        label={t('deploys.preset')}
        data={deployPresets.map((value) => ({ value, label: t(`deploys.preset.${value}`) }))}
        value={preset}
        onChange={({ currentTarget }) => {
          const chosen = deployPresets.find((one) => one === currentTarget.value) ?? 'url'
          onChange(withPreset(values, chosen))
        }}
      />
      <TextInput
        label={t('webhooks.target')}
        description={t(`deploys.target.${preset}`)}
        placeholder={placeholders[preset]}
        inputMode="url"
        required
        withAsterisk={false}
        error={errorAt('target')}
        value={values.target}
        onChange={({ currentTarget }) => onChange({ target: currentTarget.value })}
      />
      {token && (
        <PasswordInput
          label={t('deploys.token')}
          description={t('deploys.tokenHint')}
          placeholder={token.isStored ? t('webhooks.headerStored') : 'github_pat_…'}
          autoComplete="off"
          required={!token.isStored}
          withAsterisk={false}
          error={errorAt('headers')}
          value={token.value}
          onChange={({ currentTarget }) => onChange(withToken(values, currentTarget.value))}
        />
      )}
      <Group align="flex-end" gap="md">
        {number('debounce', debounce, maxDebounce)}
        {number('interval', interval, maxBuildInterval)}
      </Group>
    </>
  )
}
