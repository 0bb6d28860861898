import { MultiSelect } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import { optionLabel, type FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

const chosenIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])

export const multiselect: FieldEditor<'multiselect'> = {
  icon: IconListCheck,
  isAside: true,
  summary: (value, field) =>
    chosenIn(value)
      .map((one) => optionLabel(field, one))
      .join(', '),
  lines: (values: string[], field) => values.map((value) => optionLabel(field, value)),
  Editor({ field, value, onChange, path }) {
    const t = useText()
    const { isReadOnly } = useEditing()
    const chosen = chosenIn(value)
    return (
      <MultiSelect
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        data={field.options}
        value={chosen}
        onChange={onChange}
        searchable
        hidePickedOptions
        placeholder={chosen.length === 0 ? (field.placeholder ?? t('common.none')) : ''}
        nothingFoundMessage={t('picker.none')}
      />
    )
  },
}
