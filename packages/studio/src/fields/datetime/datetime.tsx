import { CloseButton } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { TimeInput } from '../../components/time-input.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const datetime: FieldEditor<'datetime'> = {
  icon: IconCalendarTime,
  isAside: true,
  summary: (value) => (typeof value === 'string' ? value.slice(0, 16).replace('T', ' ') : ''),
  lines: (value: string, _field, { format }) => [format.dateTime(value)],
  Editor({ field, value, onChange, path }) {
    const t = useText()
    const { isReadOnly } = useEditing()
    const shown = typeof value === 'string' ? value : null
    return (
      <TimeInput
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        value={shown}
        onChange={onChange}
        rightSection={
          shown !== null &&
          !isReadOnly && (
            <CloseButton size="sm" aria-label={t('action.clear')} onClick={() => onChange(null)} />
          )
        }
      />
    )
  },
}
