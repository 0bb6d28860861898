/** How Studio shows a model and its list, or a field set. */
import { NativeSelect, Select } from '@mantine/core'
import { groupLayouts } from '@octavo/schema/choices.ts'
import { icons } from '@octavo/schema/icons.ts'
import { iconOf } from '../../components/model-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { withGroups } from './follow-fields.ts'
import { GroupsEditor } from './groups-editor.tsx'
import { ListSettings } from './list-settings.tsx'
import classes from './models.module.css'
import { StudioTextInputs } from './studio-texts.tsx'
import { withSetting } from './with-setting.ts'
import type { Kind, Work, WorkType } from './work.ts'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

interface TypePresentationProps {
  type: WorkType
  kind: Kind
  work: Work
  onChange: (type: WorkType) => void
}

type Set = <Key extends keyof WorkType>(key: Key, value: WorkType[Key] | undefined) => void

export function TypePresentation({ type, kind, work, onChange }: TypePresentationProps) {
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
        {kind === 'models' && <ModelPresentation type={type} work={work} set={set} />}
        <GroupsEditor
          groups={type.groups ?? []}
          onChange={(groups) => onChange(withGroups(type, groups))}
        />
      </div>
    </details>
  )
}

function ModelPresentation({ type, work, set }: { type: WorkType; work: Work; set: Set }) {
  const t = useText()
  return (
    <>
      <GrowingTextarea
        className={classes.wide}
        label={t('models.description')}
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
      <ListSettings type={type} fieldSets={work.fieldSets} set={set} />
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
