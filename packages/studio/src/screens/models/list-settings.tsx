/** The picture, columns and order of the list of a model. */
import { MultiSelect, NativeSelect } from '@mantine/core'
import { factsOf, plainTypeNames } from '@octavo/schema/field-types.ts'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import type { WorkField, WorkType } from './work.ts'

interface ListSettingsProps {
  type: WorkType
  fieldSets: readonly WorkType[]
  set: <Key extends keyof WorkType>(key: Key, value: WorkType[Key] | undefined) => void
}

interface Choice {
  value: string
  label: string
}

const times = ['_created_at', '_published_at', '_last_published_at'] as const
const maxOrderKeys = 4

export function ListSettings({ type, fieldSets, set }: ListSettingsProps) {
  const t = useText()
  const timeChoices = [...times, '_updated_at' as const].map((value) => ({
    value,
    label: t(`list.${value}` satisfies TextKey),
  }))
  const places = placesIn(type, fieldSets)
  // The last update is always a column.
  const columns = [...places.map(choiceOf), ...timeChoices.slice(0, times.length)]
  const sortable = places.filter(({ field }) => factsOf(field.type).isSortable)
  const sortNames = [
    { value: '_title', label: t('list.title') },
    ...sortable.map(choiceOf),
    ...timeChoices,
  ]
  const order = type.order ?? []
  const rows = order.length < maxOrderKeys ? [...order, ''] : order
  const setKey = (at: number, key: string): void => {
    const next = rows.with(at, key).filter((one) => one !== '')
    set('order', next.length === 0 ? undefined : next)
  }
  return (
    <>
      <NativeSelect
        label={t('models.picture')}
        value={type.picture ?? ''}
        data={[
          { value: '', label: t('common.none') },
          ...places
            .filter(({ field, path }) => field.type === 'media' && path === field.luid)
            .map(choiceOf),
        ]}
        onChange={({ currentTarget }) => set('picture', currentTarget.value)}
      />
      <MultiSelect
        className={classes.wide}
        label={t('models.columns')}
        description={t('models.columnsHint')}
        data={withMissing(columns, type.columns ?? [])}
        value={type.columns ?? []}
        onChange={(next) => set('columns', next.length === 0 ? undefined : next)}
      />
      {rows.map((key, at) => (
        <OrderKey
          key={at}
          number={at + 1}
          name={key}
          choices={withMissing(sortNames, key === '' ? [] : [pathOf(key)])}
          onChange={(next) => setKey(at, next)}
        />
      ))}
    </>
  )
}

interface OrderKeyProps {
  number: number
  /** With a minus for descending order. */
  name: string
  choices: Choice[]
  onChange: (name: string) => void
}

function OrderKey({ number, name, choices, onChange }: OrderKeyProps) {
  const t = useText()
  const isFirst = number === 1
  return (
    <>
      <NativeSelect
        label={isFirst ? t('models.order') : t('models.orderKey', { number })}
        value={pathOf(name)}
        data={[
          { value: '', label: isFirst ? t('models.newestFirst') : t('common.none') },
          ...choices,
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <NativeSelect
        label={isFirst ? t('models.direction') : t('models.orderKeyDirection', { number })}
        disabled={name === ''}
        value={name.startsWith('-') ? 'down' : 'up'}
        data={(['up', 'down'] as const).map((value) => ({
          value,
          label: t(`models.direction.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === 'down' ? `-${pathOf(name)}` : pathOf(name))
        }
      />
    </>
  )
}

interface Place {
  path: string
  name: string
  field: WorkField
}

/** The fields that a list can show, with those of field sets. */
function placesIn({ fields }: WorkType, fieldSets: readonly WorkType[]): Place[] {
  return fields.flatMap((field): Place[] => {
    if (field.type !== 'fieldset') return [{ path: field.luid, name: nameOf(field), field }]
    const inner = fieldSets.find(({ luid }) => luid === field.luid)?.fields ?? []
    return inner
      .filter(({ type }) => plainTypeNames.includes(type))
      .map((one) => ({
        path: `${field.luid}.${one.luid}`,
        name: `${nameOf(field)} › ${nameOf(one)}`,
        field: one,
      }))
  })
}

function nameOf({ name, luid }: WorkField): string {
  return name === undefined || name === '' ? luid : name
}

function choiceOf({ path, name }: Place): Choice {
  return { value: path, label: name }
}

function pathOf(orderKey: string): string {
  return orderKey.replace(/^-/, '')
}

/** Paths that are set and not offered stay visible. */
function withMissing(choices: readonly Choice[], paths: readonly string[]): Choice[] {
  const missing = paths.filter((path) => choices.every(({ value }) => value !== path))
  return [...choices, ...missing.map((path) => ({ value: path, label: path }))]
}
