/** The default values of fields in the model settings. */
import { Checkbox, Group, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { ColorInput } from '../../components/color-input.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { DecimalInput } from '../../components/decimal-input.tsx'
import { ItemPicker } from '../../components/item-picker.tsx'
import { EditingContext, type Editing, type Notes } from '../../fields/editing.ts'
import fieldClasses from '../../fields/fields.module.css'
import { parseDegrees, pointOf, withDegrees } from '../../fields/location/location.tsx'
import { idsIn } from '../../fields/references/references.tsx'
import { TargetList } from '../../fields/references/target-list.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import { optionsIn } from './options-editor.tsx'
import type { Work, WorkField } from './work.ts'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

export interface SettingsProps {
  field: WorkField
  owner: Owner
  work: Work
  onChange: (field: WorkField) => void
}

const textIn = ({ default: value }: WorkField): string => (typeof value === 'string' ? value : '')

const withText = (field: WorkField, text: string): WorkField => ({
  ...field,
  default: text === '' ? null : text,
})

export function DefaultText({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <TextInput
      label={t('models.default')}
      value={textIn(field)}
      onChange={({ currentTarget }) => onChange(withText(field, currentTarget.value))}
    />
  )
}

export function DefaultLines({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <GrowingTextarea
      className={classes.wide}
      label={t('models.default')}
      minRows={1}
      value={textIn(field)}
      onChange={({ currentTarget }) => onChange(withText(field, currentTarget.value))}
    />
  )
}

export function DefaultSlug({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <TextInput
      className={classes.wide}
      label={t('models.default')}
      description={t('models.defaultSlugHint')}
      value={textIn(field)}
      onChange={({ currentTarget }) => onChange(withText(field, currentTarget.value))}
    />
  )
}

export function DefaultDate({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <DateInput
      label={t('models.default')}
      value={typeof field.default === 'string' ? field.default : null}
      onChange={(value) => onChange({ ...field, default: value })}
    />
  )
}

export function DefaultColor({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <ColorInput
      label={t('models.default')}
      value={field.default}
      onChange={(value) => onChange({ ...field, default: value })}
    />
  )
}

export function DefaultBoolean({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <Checkbox
      label={t('models.defaultYes')}
      checked={field.default === true}
      onChange={({ currentTarget }) => onChange({ ...field, default: currentTarget.checked })}
    />
  )
}

export function DefaultLocation({ field, onChange }: SettingsProps) {
  const t = useText()
  const point = pointOf(field.default)
  return (
    <fieldset className={`${classes.wide} ${fieldClasses.group}`}>
      <legend className={fieldClasses.legend}>{t('models.default')}</legend>
      <Group gap={8} align="start" wrap="nowrap">
        {(['lat', 'lng'] as const).map((name) => (
          <DecimalInput
            key={name}
            hideControls
            style={{ flex: 1 }}
            label={t(`location.${name}`)}
            parse={parseDegrees}
            value={point[name]}
            onChange={(value) => onChange({ ...field, default: withDegrees(point, name, value) })}
          />
        ))}
      </Group>
    </fieldset>
  )
}

export function DefaultOption({ field, onChange }: SettingsProps) {
  const t = useText()
  return (
    <NativeSelect
      label={t('models.default')}
      value={textIn(field)}
      data={[{ value: '', label: t('common.none') }, ...optionsIn(field)]}
      onChange={({ currentTarget }) => onChange(withText(field, currentTarget.value))}
    />
  )
}

export function DefaultOptions({ field, onChange }: SettingsProps) {
  const t = useText()
  const options = optionsIn(field)
  const chosen = Array.isArray(field.default) ? (field.default as string[]) : []
  return (
    <MultiSelect
      className={classes.wide}
      label={t('models.default')}
      placeholder={chosen.length === 0 ? t('common.none') : ''}
      data={options}
      value={chosen.filter((one) => options.some(({ value }) => value === one))}
      onChange={(value) => onChange({ ...field, default: value })}
    />
  )
}

const noNotes: Notes = { problems: [], warnings: [], labels: { items: {}, media: {} }, epoch: 0 }

export function DefaultReferences({ field, onChange }: SettingsProps) {
  const t = useText()
  const { schema, homeSpace } = useSession()
  const editing = useMemo(
    (): Editing => ({
      useNotes: (select) => select(noNotes),
      addLabels: () => undefined,
      isReadOnly: false,
      space: homeSpace,
    }),
    [homeSpace],
  )
  const ids = idsIn(field.default)
  const models = (field.models ?? []).filter((luid) => schema.modelByLuid.has(luid))
  const change = (next: number[]): void => onChange({ ...field, default: next })
  return (
    <fieldset className={`${classes.wide} ${fieldClasses.group}`}>
      <legend className={fieldClasses.legend}>{t('models.default')}</legend>
      <EditingContext value={editing}>
        <TargetList
          name={field.name ?? field.luid}
          ids={ids}
          onChange={change}
          path={`default-${field.key}`}
        />
      </EditingContext>
      <ItemPicker
        name={t('models.default')}
        placeholder={t(ids.length === 0 ? 'references.addFirst' : 'references.add')}
        models={models}
        exceptIds={ids}
        onChoose={({ id }) => change([...ids, id])}
      />
    </fieldset>
  )
}
