import { Select } from '@mantine/core'
import { IconSelect } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import { optionLabel, type FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const select: FieldEditor<'select'> = {
  icon: IconSelect,
  isAside: true,
  summary: (value, field) => field.options.find((option) => option.value === value)?.label ?? '',
  lines: (value: string, field) => [optionLabel(field, value)],
  Editor({ field, value, onChange, path }) {
    const t = useText()
    const { isReadOnly } = useEditing()
    return (
      <Select
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        data={field.options}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
        searchable={field.options.length > 8}
        clearable
        clearButtonProps={{ 'aria-label': t('action.clear') }}
        placeholder={field.placeholder ?? t('common.none')}
        nothingFoundMessage={t('picker.none')}
      />
    )
  },
}
