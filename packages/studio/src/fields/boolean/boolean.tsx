import { Switch } from '@mantine/core'
import { IconToggleLeft } from '@tabler/icons-react'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const boolean: FieldEditor<'boolean'> = {
  icon: IconToggleLeft,
  isAside: true,
  summary: (value, field) => (value === true ? field.name : ''),
  lines: (value: boolean, _field, { t }) => [t(value ? 'common.yes' : 'common.no')],
  Editor({ field, value, onChange, path }) {
    const { isReadOnly } = useEditing()
    return (
      <Switch
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        disabled={isReadOnly}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  },
}
