/** How Studio shows a field. */
import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { factsOf } from '@octavo/schema/field-types.ts'
import { useText } from '../../i18n/text.tsx'
import { ConditionInput } from './condition-input.tsx'
import classes from './models.module.css'
import { StudioTextInputs } from './studio-texts.tsx'
import { withSetting } from './with-setting.ts'
import type { WorkField } from './work.ts'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

interface FieldPresentationProps {
  field: WorkField
  groups: readonly { luid: string; name?: string }[]
  /** The other fields of the item or entry. */
  siblings: readonly WorkField[]
  onChange: (field: WorkField) => void
}

export function FieldPresentation({ field, groups, siblings, onChange }: FieldPresentationProps) {
  const t = useText()
  const set = <Key extends keyof WorkField>(key: Key, value: WorkField[Key] | undefined): void =>
    onChange(withSetting(field, key, value === '' ? undefined : value))
  return (
    <details className={classes.more}>
      <summary>{t('models.presentation')}</summary>
      <div className={classes.moreBody}>
        <StudioTextInputs
          label={t('common.name')}
          texts={field.names}
          onChange={(names) => set('names', names)}
        />
        <GrowingTextarea
          className={classes.wide}
          label={t('models.help')}
          description={t('models.helpHint')}
          minRows={1}
          value={field.help ?? ''}
          onChange={({ currentTarget }) => set('help', currentTarget.value)}
        />
        <StudioTextInputs
          label={t('models.help')}
          texts={field.helps}
          isLong
          onChange={(helps) => set('helps', helps)}
        />
        {factsOf(field.type).hasPlaceholder && (
          <>
            <TextInput
              className={classes.wide}
              label={t('models.placeholder')}
              value={field.placeholder ?? ''}
              onChange={({ currentTarget }) => set('placeholder', currentTarget.value)}
            />
            <StudioTextInputs
              label={t('models.placeholder')}
              texts={field.placeholders}
              onChange={(placeholders) => set('placeholders', placeholders)}
            />
          </>
        )}
        <Group field={field} groups={groups} onGroup={(group) => set('group', group)} />
        <NativeSelect
          label={t('models.width')}
          value={field.width ?? 'full'}
          data={(['full', 'half'] as const).map((value) => ({
            value,
            label: t(`models.width.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            set('width', currentTarget.value === 'half' ? 'half' : undefined)
          }
        />
        <ConditionInput
          where={field.showWhen}
          siblings={siblings}
          onChange={(where) =>
            onChange(
              withSetting(
                withSetting(field, 'showWhen', where),
                'clearWhenHidden',
                where && field.clearWhenHidden,
              ),
            )
          }
        />
        {field.showWhen && (
          <Checkbox
            className={classes.wide}
            label={t('models.clearWhenHidden')}
            checked={field.clearWhenHidden ?? false}
            onChange={({ currentTarget }) =>
              set('clearWhenHidden', currentTarget.checked || undefined)
            }
          />
        )}
        <Checkbox
          className={classes.wide}
          label={t('models.readOnly')}
          checked={field.readOnly ?? false}
          onChange={({ currentTarget }) => set('readOnly', currentTarget.checked || undefined)}
        />
      </div>
    </details>
  )
}

/** A choice of the groups that the model lists, or else any name. */
function Group({
  field,
  groups,
  onGroup,
}: Pick<FieldPresentationProps, 'field' | 'groups'> & { onGroup: (group: string) => void }) {
  const t = useText()
  if (groups.some(({ name }) => name !== undefined)) {
    return (
      <NativeSelect
        label={t('models.group')}
        value={field.group ?? ''}
        data={[
          { value: '', label: t('common.none') },
          ...groups.map(({ luid, name = luid }) => ({ value: luid, label: name })),
        ]}
        onChange={({ currentTarget }) => onGroup(currentTarget.value)}
      />
    )
  }
  return (
    <Autocomplete
      label={t('models.group')}
      data={groups.map(({ luid }) => luid)}
      value={field.group ?? ''}
      onChange={onGroup}
    />
  )
}
