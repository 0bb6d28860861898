/** What each type of field can be told beyond its name. */
import { Checkbox, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { ComponentType } from 'react'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import { OptionsEditor, optionsIn } from './options-editor.tsx'
import type { Owner, Work, WorkField } from './work.ts'

interface SettingsProps {
  field: WorkField
  owner: Owner
  work: Work
  onChange: (field: WorkField) => void
}

const nothing = (): null => null

const settings: Record<FieldTypeName, ComponentType<SettingsProps>> = {
  text: TextSettings,
  multiline: (props) => (
    <>
      <MaxLength {...props} />
      <DefaultText {...props} />
    </>
  ),
  flexible: MaxLength,
  boolean: BooleanSettings,
  select: SelectSettings,
  multiselect: SelectSettings,
  datetime: nothing,
  media: nothing,
  reference: ReferenceSettings,
  repeat: nothing,
  combination: CombinationSettings,
  fieldset: nothing,
}

export function FieldSettings(props: SettingsProps) {
  const Settings = settings[props.field.type]
  return <Settings {...props} />
}

function MaxLength({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <NumberInput
      label={t('models.maxLength')}
      min={1}
      hideControls
      value={field.maxLength ?? ''}
      onChange={(value) => onChange({ ...field, maxLength: value === '' ? null : Number(value) })}
    />
  )
}

function DefaultText({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <TextInput
      label={t('models.default')}
      value={typeof field.default === 'string' ? field.default : ''}
      onChange={({ currentTarget }) =>
        onChange({ ...field, default: currentTarget.value === '' ? null : currentTarget.value })
      }
    />
  )
}

function TextSettings(props: SettingsProps) {
  const { field, owner, onChange } = props
  const t = useText()
  return (
    <>
      {owner === 'model' && (
        <Checkbox
          className={classes.wide}
          label={t('models.unique')}
          checked={field.unique ?? false}
          onChange={({ currentTarget }) => onChange({ ...field, unique: currentTarget.checked })}
        />
      )}
      <MaxLength {...props} />
      <DefaultText {...props} />
      <TextInput
        className={classes.wide}
        label={t('models.pattern')}
        description={t('models.patternHint')}
        value={field.pattern ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...field, pattern: currentTarget.value === '' ? null : currentTarget.value })
        }
      />
    </>
  )
}

function BooleanSettings({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <Checkbox
      label={t('models.defaultYes')}
      checked={field.default === true}
      onChange={({ currentTarget }) => onChange({ ...field, default: currentTarget.checked })}
    />
  )
}

function SelectSettings({ field, onChange }: SettingsProps) {
  const t = useText()
  const options = optionsIn(field)
  return (
    <div className={classes.wide}>
      <OptionsEditor
        options={options}
        isInUse={field.from !== null}
        onChange={(next) => onChange({ ...field, options: next })}
      />
      {field.type === 'select' && (
        <NativeSelect
          label={t('models.default')}
          value={typeof field.default === 'string' ? field.default : ''}
          data={[{ value: '', label: t('common.none') }, ...options]}
          onChange={({ currentTarget }) =>
            onChange({ ...field, default: currentTarget.value === '' ? null : currentTarget.value })
          }
        />
      )}
    </div>
  )
}

function ReferenceSettings({ field, work, onChange }: SettingsProps) {
  const t = useText()
  const change = (models: string[]): void => {
    const { models: _, ...rest } = field
    onChange(models.length === 0 ? rest : { ...rest, models })
  }
  return (
    <MultiSelect
      className={classes.wide}
      label={t('models.references')}
      placeholder={field.models ? '' : t('models.everyModel')}
      data={work.models.map(({ luid, name }) => ({ value: luid, label: name }))}
      value={field.models ?? []}
      onChange={change}
    />
  )
}

function CombinationSettings({ field, work, onChange }: SettingsProps) {
  const t = useText()
  return (
    <MultiSelect
      className={classes.wide}
      label={t('models.fieldSets')}
      data={work.fieldSets.map(({ luid, name }) => ({ value: luid, label: name }))}
      value={field.fieldSets ?? []}
      onChange={(fieldSets) => onChange({ ...field, fieldSets })}
    />
  )
}
