import { NumberInput, Paper, Stack, TextInput } from '@mantine/core'
import { maxWebhookRate } from '@octavo/schema/webhooks.ts'
import { useState } from 'react'
import { FormButtons } from '../../../../components/form-buttons.tsx'
import json from '../../../../components/json-input.module.css'
import { JsonInput } from '../../../../components/json-input.tsx'
import { useText } from '../../../../i18n/text.tsx'
import { EntryError } from '../../../account-entry/entry-error.tsx'
import { DeployInputs } from './deploy-inputs.tsx'
import { EventChoice } from './event-choice.tsx'
import { Filters } from './filters.tsx'
import { HeaderInputs } from './header-inputs.tsx'
import { useFormProblems } from './problems.ts'
import type { WebhookValues } from './values.ts'
import { GrowingTextarea } from '../../../../components/growing-textarea.tsx'

interface WebhookFormProps {
  initial: WebhookValues
  isNew?: boolean
  isBusy: boolean
  error: Error | null
  onSubmit: (values: WebhookValues) => void
  onCancel: () => void
}

export function WebhookForm({
  initial,
  isNew = true,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: WebhookFormProps) {
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isWhereJson, setIsWhereJson] = useState(true)
  const set = (change: Partial<WebhookValues>): void => setValues((old) => ({ ...old, ...change }))
  const { at, pathsAt } = useFormProblems(error)
  const inputs = ['name', 'target', 'events', 'models', 'spaces', 'langs', 'where', 'template']
  const { deploy } = values
  const createText = deploy ? 'deploys.create' : 'webhooks.create'
  const headerInputs = values.headers.map((_, index) => `headers[${index}]`)
  const tokenInputs = deploy?.preset === 'github' ? ['headers'] : []
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { name, target } = values
          onSubmit({ ...values, name: name.trim(), target: target.trim() })
        }}
      >
        <Stack gap="md">
          <EntryError
            error={error}
            fields={pathsAt([...inputs, 'rateLimit', 'deploy', ...tokenInputs, ...headerInputs])}
          />
          <TextInput
            label={t('common.name')}
            description={t('webhooks.nameHint')}
            required
            withAsterisk={false}
            autoFocus
            error={at('name')}
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          {deploy ? (
            <DeployInputs values={values} deploy={deploy} errorAt={at} onChange={set} />
          ) : (
            <TextInput
              label={t('webhooks.target')}
              description={t('webhooks.targetHint')}
              placeholder="https://"
              inputMode="url"
              required
              withAsterisk={false}
              error={at('target')}
              value={values.target}
              onChange={({ currentTarget }) => set({ target: currentTarget.value })}
            />
          )}
          <EventChoice values={values} error={at('events')} onChange={set} />
          <Filters values={values} errorAt={at} onChange={set} />
          <JsonInput
            label={t('webhooks.where')}
            description={t('webhooks.whereHint')}
            placeholder={'{ "featured": { "eq": true } }'}
            error={at('where')}
            value={values.where}
            onChange={(where) => {
              setIsWhereJson(true)
              set({ where: where as WebhookValues['where'] })
            }}
            onInvalid={() => setIsWhereJson(false)}
          />
          {deploy?.preset !== 'github' && (
            <HeaderInputs
              headers={values.headers}
              errorAt={at}
              onChange={(headers) => set({ headers })}
            />
          )}
          {!deploy && (
            <>
              <GrowingTextarea
                label={t('webhooks.template')}
                description={t('webhooks.templateHint')}
                placeholder={'{ "text": "{{content.title}}" }'}
                inputClass={json.input}
                minRows={3}
                maxRows={24}
                spellCheck={false}
                error={at('template')}
                value={values.template}
                onChange={({ currentTarget }) => set({ template: currentTarget.value })}
              />
              <NumberInput
                label={t('webhooks.rate')}
                placeholder={t('webhooks.noLimit')}
                min={1}
                max={maxWebhookRate}
                allowDecimal={false}
                hideControls
                maw={240}
                error={at('rateLimit')}
                value={values.rateLimit ?? ''}
                onChange={(value) => set({ rateLimit: value === '' ? null : Number(value) })}
              />
            </>
          )}
          <FormButtons
            action={t(isNew ? createText : 'action.save')}
            isBusy={isBusy}
            isDisabled={values.name.trim() === '' || values.target.trim() === '' || !isWhereJson}
            onCancel={onCancel}
          />
        </Stack>
      </form>
    </Paper>
  )
}
