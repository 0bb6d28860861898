import { MultiSelect } from '@mantine/core'
import { useSession } from '../../../../api/session.tsx'
import { useFormat } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/text.tsx'
import type { WebhookValues } from './values.ts'

interface FiltersProps {
  values: WebhookValues
  errorAt: (name: string) => string | undefined
  onChange: (change: Partial<WebhookValues>) => void
}

/** Models, spaces and languages. An empty choice means all. */
export function Filters({ values, errorAt, onChange }: FiltersProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const { models, spaces, languages } = schema.root
  const choices = [
    {
      name: 'models',
      label: t('webhooks.models'),
      all: t('webhooks.allModels'),
      data: models.map(({ luid, name }) => ({ value: luid, label: name })),
    },
    {
      name: 'spaces',
      label: t('keys.spaces'),
      all: t('list.allSpaces'),
      data: spaces.map(({ luid, name }) => ({ value: luid, label: name })),
    },
    {
      name: 'langs',
      label: t('webhooks.langs'),
      all: t('webhooks.allLangs'),
      data: languages.map(({ key }) => ({ value: key, label: format.language(key) })),
    },
  ] as const
  return choices
    .filter(({ name, data }) => data.length > 1 || values[name] !== null)
    .map(({ name, label, all, data }) => (
      <MultiSelect
        key={name}
        label={label}
        placeholder={values[name] === null ? all : ''}
        error={errorAt(name)}
        data={data}
        value={values[name] ?? []}
        onChange={(chosen) => onChange({ [name]: chosen.length === 0 ? null : chosen })}
      />
    ))
}
