import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import fieldClasses from '../../fields/fields.module.css'
import { useText } from '../../i18n/text.tsx'
import { FieldPresentation } from './field-presentation.tsx'
import { FieldSettings } from './field-settings.tsx'
import { FieldWarnings, withoutUnsetRules } from './field-warnings.tsx'
import classes from './models.module.css'
import { TypeIcon } from './type-icon.tsx'
import { luidAfter, type Work, type WorkField } from './work.ts'

interface FieldRowProps {
  field: WorkField
  owner: Owner
  work: Work
  groups: readonly { luid: string; name?: string }[]
  /** The other fields of the same owner. */
  siblings: readonly WorkField[]
  taken: string[]
  isOpen: boolean
  /** Whether the field was just added: its name gets the focus. */
  isNew: boolean
  onToggle: () => void
  onChange: (field: WorkField) => void
  onRemove: () => void
  /** The fields of a repeat. */
  inner: ReactNode
}

export function FieldRow(props: FieldRowProps) {
  const {
    field,
    owner,
    work,
    groups,
    siblings,
    taken,
    isOpen,
    isNew,
    onToggle,
    onChange: change,
    onRemove,
    inner,
  } = props
  const onChange = (next: WorkField): void => change(withoutUnsetRules(next))
  const t = useText()
  const name = field.name ?? field.luid
  return (
    <div>
      <div className={fieldClasses.entryHead}>
        <button
          type="button"
          className={fieldClasses.fold}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {isOpen ? (
            <IconChevronDown size={15} aria-hidden />
          ) : (
            <IconChevronRight size={15} aria-hidden />
          )}
          <span className={classes.typeIcon}>
            <TypeIcon type={field.type} />
          </span>
          <span className={classes.fieldName}>
            {name}
            {field.required && <span className={classes.required}> *</span>}
          </span>
          <span className={classes.luid}>{field.luid}</span>
          <span className={classes.typeName}>{t(`field.${field.type}`)}</span>
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('models.removeField', { field: name })}
          onClick={onRemove}
        >
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && (
        <div className={classes.settings}>
          <Names field={field} taken={taken} work={work} isNew={isNew} onChange={onChange} />
          {field.type !== 'fieldset' && (
            <Checkbox
              label={t('models.required')}
              checked={field.required ?? false}
              onChange={({ currentTarget }) =>
                onChange({ ...field, required: currentTarget.checked })
              }
            />
          )}
          {owner !== 'repeat' && (
            <Checkbox
              label={t('models.translatable')}
              checked={field.translatable ?? true}
              onChange={({ currentTarget }) =>
                onChange({ ...field, translatable: currentTarget.checked })
              }
            />
          )}
          <FieldSettings field={field} owner={owner} work={work} onChange={onChange} />
          <FieldWarnings field={field} onChange={onChange} />
          <FieldPresentation
            field={field}
            groups={groups}
            siblings={siblings}
            onChange={onChange}
          />
          {field.type === 'repeat' && <div className={classes.wide}>{inner}</div>}
        </div>
      )}
    </div>
  )
}

interface NamesProps {
  field: WorkField
  taken: string[]
  work: Work
  isNew: boolean
  onChange: (field: WorkField) => void
}

/** The LUID of a new field follows its name. A field of type field set has the LUID of the set. */
function Names({ field, taken, work, isNew, onChange }: NamesProps) {
  const t = useText()
  const rename = (name: string): void => {
    const { luid, name: from = '', type: spare } = field
    const follows = field.savedAs === null && spare !== 'fieldset'
    onChange({
      ...field,
      name,
      ...(follows && { luid: luidAfter({ luid, from, to: name, spare, taken }) }),
    })
  }
  const error = (): string | undefined => {
    if (taken.includes(field.luid)) return t('models.luidTaken')
    return isLuid(field.luid) ? undefined : t('models.luidRule')
  }
  return (
    <>
      <TextInput
        label={t('common.name')}
        value={field.name ?? ''}
        autoFocus={isNew}
        onFocus={({ currentTarget }) => isNew && currentTarget.select()}
        onChange={({ currentTarget }) => rename(currentTarget.value)}
      />
      {field.type === 'fieldset' ? (
        <NativeSelect
          label={t('field.fieldset')}
          value={field.luid}
          disabled={field.savedAs !== null}
          data={work.fieldSets.map(({ luid, name }) => ({ value: luid, label: name }))}
          onChange={({ currentTarget }) => onChange({ ...field, luid: currentTarget.value })}
        />
      ) : (
        <TextInput
          label="LUID"
          description={
            field.savedAs !== null && field.savedAs !== field.luid
              ? t('models.renameField')
              : t('models.luidHint')
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error()}
          value={field.luid}
          onChange={({ currentTarget }) => onChange({ ...field, luid: currentTarget.value })}
        />
      )}
    </>
  )
}
