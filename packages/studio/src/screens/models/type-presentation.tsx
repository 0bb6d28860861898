/** How Studio shows a model and its list, or a field set. */
import { MultiSelect, NativeSelect, Select, Textarea } from '@mantine/core'
import { groupLayouts } from '@octavo/schema/choices.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { icons } from '@octavo/schema/icons.ts'
import { iconOf } from '../../components/model-icon.tsx'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'
import { withGroups } from './follow-fields.ts'
import { GroupsEditor } from './groups-editor.tsx'
import classes from './models.module.css'
import { StudioTextInputs } from './studio-texts.tsx'
import { withSetting } from './with-setting.ts'
import type { Kind, WorkType } from './work.ts'

interface TypePresentationProps {
  type: WorkType
  kind: Kind
  onChange: (type: WorkType) => void
}

type Set = <Key extends keyof WorkType>(key: Key, value: WorkType[Key] | undefined) => void

export function TypePresentation({ type, kind, onChange }: TypePresentationProps) {
  const t = useText()
  const set: Set = (key, value) =>
    onChange(withSetting(type, key, value === '' ? undefined : value))
  return (
    <details className={`${classes.more} ${classes.typeMore}`}>
      <summary>{t('models.presentation')}</summary>
      <div className={classes.moreBody}>
        <StudioTextInputs
          label={t('common.name')}
          texts={type.names}
          onChange={(names) => set('names', names)}
        />
        {kind === 'models' && <ModelPresentation type={type} set={set} />}
        <GroupsEditor
          groups={type.groups ?? []}
          onChange={(groups) => onChange(withGroups(type, groups))}
        />
      </div>
    </details>
  )
}

function ModelPresentation({ type, set }: { type: WorkType; set: Set }) {
  const t = useText()
  return (
    <>
      <Textarea
        className={classes.wide}
        label={t('models.description')}
        autosize
        minRows={1}
        value={type.description ?? ''}
        onChange={({ currentTarget }) => set('description', currentTarget.value)}
      />
      <StudioTextInputs
        label={t('models.description')}
        texts={type.descriptions}
        isLong
        onChange={(descriptions) => set('descriptions', descriptions)}
      />
      <IconChoice type={type} set={set} />
      <ListSettings type={type} set={set} />
      <NativeSelect
        label={t('models.layout')}
        value={type.layout ?? 'tabs'}
        data={groupLayouts.map((value) => ({ value, label: t(`models.layout.${value}`) }))}
        onChange={({ currentTarget }) =>
          set('layout', currentTarget.value === 'sections' ? 'sections' : undefined)
        }
      />
    </>
  )
}

function IconChoice({ type, set }: { type: WorkType; set: Set }) {
  const t = useText()
  const Chosen = iconOf(type.icon)
  return (
    <Select
      label={t('models.icon')}
      data={icons}
      value={type.icon ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      searchable
      placeholder={t('common.none')}
      leftSection={<Chosen size={16} aria-hidden />}
      onChange={(name) =>
        set(
          'icon',
          icons.find((icon) => icon === name),
        )
      }
      renderOption={({ option }) => {
        const Drawing = iconOf(icons.find((icon) => icon === option.value))
        return (
          <span className={classes.iconOption}>
            <Drawing size={16} aria-hidden />
            {option.value}
          </span>
        )
      }}
    />
  )
}

const times = ['_created_at', '_published_at', '_last_published_at'] as const

function ListSettings({ type, set }: { type: WorkType; set: Set }) {
  const t = useText()
  const choice = ({ luid, name = luid }: { luid: string; name?: string }) => ({
    value: luid,
    label: name === '' ? luid : name,
  })
  const system = times.map((value) => ({ value, label: t(`list.${value}` satisfies TextKey) }))
  const fields = type.fields.filter((field) => field.type !== 'fieldset')
  const sortable = fields.filter((field) => factsOf(field.type).isSortable)
  const [order = ''] = type.order ?? []
  const [columns, sortNames] = [
    [...fields.map(choice), ...system],
    [{ value: '_title', label: t('list.title') }, ...sortable.map(choice), ...system],
  ]
  const known = (list: { value: string }[], path: string): { value: string; label: string }[] =>
    list.some(({ value }) => value === path) ? [] : [{ value: path, label: path }]
  return (
    <>
      <NativeSelect
        label={t('models.picture')}
        value={type.picture ?? ''}
        data={[
          { value: '', label: t('common.none') },
          ...fields.filter((field) => field.type === 'media').map(choice),
        ]}
        onChange={({ currentTarget }) => set('picture', currentTarget.value)}
      />
      <MultiSelect
        className={classes.wide}
        label={t('models.columns')}
        description={t('models.columnsHint')}
        data={[...columns, ...(type.columns ?? []).flatMap((path) => known(columns, path))]}
        value={type.columns ?? []}
        onChange={(next) => set('columns', next.length === 0 ? undefined : next)}
      />
      <NativeSelect
        label={t('models.order')}
        value={order.replace(/^-/, '')}
        data={[
          { value: '', label: t('models.newestFirst') },
          ...sortNames,
          ...(order === '' ? [] : known(sortNames, order.replace(/^-/, ''))),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set('order', value === '' ? undefined : [value, ...(type.order ?? []).slice(1)])
        }
      />
      <NativeSelect
        label={t('models.direction')}
        disabled={order === ''}
        value={order.startsWith('-') ? 'down' : 'up'}
        data={(['up', 'down'] as const).map((value) => ({
          value,
          label: t(`models.direction.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const path = order.replace(/^-/, '')
          set('order', [value === 'down' ? `-${path}` : path, ...(type.order ?? []).slice(1)])
        }}
      />
    </>
  )
}
