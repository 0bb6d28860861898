import { IconCalendar } from '@tabler/icons-react'
import { DateInput } from '../../components/date-input.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const date: FieldEditor<'date'> = {
  icon: IconCalendar,
  isAside: true,
  summary: (value) => (typeof value === 'string' ? value : ''),
  lines: (value: string, _field, { format }) => [format.day(value)],
  Editor({ field, value, onChange, path }) {
    const { isReadOnly } = useEditing()
    return (
      <DateInput
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
      />
    )
  },
}
