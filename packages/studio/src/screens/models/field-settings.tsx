/** The settings of a field, with an input for each kind of setting. */
import { Checkbox, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { SettingKind } from '@octavo/schema/field-types/settings.ts'
import type { ComponentType } from 'react'
import { DecimalInput } from '../../components/decimal-input.tsx'
import { JsonInput } from '../../components/json-input.tsx'
import { useText } from '../../i18n/text.tsx'
import {
  DefaultBoolean,
  DefaultColor,
  DefaultDate,
  DefaultLines,
  DefaultLocation,
  DefaultOption,
  DefaultOptions,
  DefaultReferences,
  DefaultSlug,
  DefaultText,
  type SettingsProps,
} from './field-defaults.tsx'
import { defaultAmong } from './follow-options.ts'
import classes from './models.module.css'
import { OptionsEditor, optionsIn } from './options-editor.tsx'
import { StudioTextInputs } from './studio-texts.tsx'
import { withSetting } from './with-setting.ts'

/** In display order. */
const inputs: Record<SettingKind, ComponentType<SettingsProps>> = {
  unique: Unique,
  maxLength: MaxLength,
  integer: Integer,
  minNumber: numberSetting('min'),
  maxNumber: numberSetting('max'),
  step: numberSetting('step'),
  unit: Unit,
  numberDefault: numberSetting('default'),
  dateDefault: DefaultDate,
  urlDefault: DefaultText,
  emailDefault: DefaultText,
  colorDefault: DefaultColor,
  jsonSchema: jsonSetting('schema'),
  jsonDefault: jsonSetting('default'),
  locationDefault: DefaultLocation,
  lineDefault: DefaultText,
  linesDefault: DefaultLines,
  booleanDefault: DefaultBoolean,
  pattern: Pattern,
  options: Options,
  optionDefault: DefaultOption,
  optionsDefault: DefaultOptions,
  sourceField: Source,
  slugDefault: DefaultSlug,
  models: Models,
  minEntries: countSetting('min'),
  maxEntries: countSetting('max'),
  referencesDefault: DefaultReferences,
  fieldSets: FieldSets,
}

export function FieldSettings(props: SettingsProps) {
  const kinds = Object.values<SettingKind>(factsOf(props.field.type).settings)
  return Object.entries(inputs).map(
    ([kind, Input]) => kinds.includes(kind as SettingKind) && <Input key={kind} {...props} />,
  )
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

function Integer({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <Checkbox
      className={classes.wide}
      label={t('models.integer')}
      checked={field.integer ?? false}
      onChange={({ currentTarget }) => onChange({ ...field, integer: currentTarget.checked })}
    />
  )
}

/** The input of a setting that is a number. A text that is not a number is reported by the server. */
function numberSetting(key: 'min' | 'max' | 'step' | 'default'): ComponentType<SettingsProps> {
  return function NumberSetting({ field, onChange }) {
    const t = useText()
    return (
      <DecimalInput
        label={t(`models.${key}`)}
        hideControls
        value={field[key]}
        onChange={(value) => onChange({ ...field, [key]: value })}
      />
    )
  }
}

/** The input of a setting that is a number of entries. */
function countSetting(key: 'min' | 'max'): ComponentType<SettingsProps> {
  return function CountSetting({ field, onChange }) {
    const t = useText()
    return (
      <NumberInput
        label={t(`models.${key}Entries`)}
        min={1}
        hideControls
        value={field[key] ?? ''}
        onChange={(value) => onChange({ ...field, [key]: value === '' ? null : Number(value) })}
      />
    )
  }
}

function Unit({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <TextInput
      label={t('models.unit')}
      placeholder={t('models.unitExample')}
      value={field.unit ?? ''}
      onChange={({ currentTarget }) =>
        onChange({ ...field, unit: currentTarget.value === '' ? null : currentTarget.value })
      }
    />
  )
}

/** The input of a setting that is a JSON value. */
function jsonSetting(key: 'schema' | 'default'): ComponentType<SettingsProps> {
  return function JsonSetting({ field, onChange }) {
    const t = useText()
    return (
      <JsonInput
        key={field.key}
        className={classes.wide}
        label={t(`models.${key}`)}
        {...(key === 'schema' && { description: t('models.schemaHint') })}
        value={field[key]}
        onChange={(value) => onChange({ ...field, [key]: value })}
      />
    )
  }
}

function Unique({ field, owner, onChange }: SettingsProps) {
  const t = useText()
  if (owner !== 'model') return null
  return (
    <Checkbox
      className={classes.wide}
      label={t('models.unique')}
      checked={field.unique ?? false}
      onChange={({ currentTarget }) => onChange({ ...field, unique: currentTarget.checked })}
    />
  )
}

function Pattern({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <>
      <TextInput
        className={classes.wide}
        label={t('models.pattern')}
        description={t('models.patternHint')}
        value={field.pattern ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...field, pattern: currentTarget.value === '' ? null : currentTarget.value })
        }
      />
      {field.pattern && (
        <>
          <TextInput
            className={classes.wide}
            label={t('models.patternMessage')}
            description={t('models.patternMessageHint')}
            value={field.patternMessage ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange(withSetting(field, 'patternMessage', value === '' ? undefined : value))
            }
          />
          <StudioTextInputs
            label={t('models.patternMessage')}
            texts={field.patternMessages}
            onChange={(texts) => onChange(withSetting(field, 'patternMessages', texts))}
          />
        </>
      )}
    </>
  )
}

function Options({ field, onChange }: SettingsProps) {
  const options = optionsIn(field)
  return (
    <div className={classes.wide}>
      <OptionsEditor
        options={options}
        isInUse={field.savedAs !== null}
        onChange={(next) =>
          onChange({ ...field, options: next, ...defaultAmong(field, options, next) })
        }
      />
    </div>
  )
}

function Source({ field, work, onChange }: SettingsProps) {
  const t = useText()
  const owner = work.models.find(({ fields }) => fields.some(({ key }) => key === field.key))
  const texts = (owner?.fields ?? []).filter(({ type }) => factsOf(type).canBeTitle)
  return (
    <NativeSelect
      className={classes.wide}
      label={t('models.source')}
      description={t('models.sourceHint')}
      value={field.from ?? ''}
      data={[
        { value: '', label: t('common.none') },
        ...texts.map(({ luid, name }) => ({ value: luid, label: name ?? luid })),
      ]}
      onChange={({ currentTarget }) =>
        onChange({ ...field, from: currentTarget.value === '' ? null : currentTarget.value })
      }
    />
  )
}

function Models({ field, work, onChange }: SettingsProps) {
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

function FieldSets({ field, work, onChange }: SettingsProps) {
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
