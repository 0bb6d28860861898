import { IconNumber123 } from '@tabler/icons-react'
import { DecimalInput } from '../../components/decimal-input.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const number: FieldEditor<'number'> = {
  icon: IconNumber123,
  isAside: true,
  summary: (value, { unit }) => (typeof value === 'number' ? withUnit(String(value), unit) : ''),
  lines: (value: number, { unit }, { format }) => [withUnit(format.decimal(value), unit)],
  Editor({ field, value, onChange, path }) {
    const { isReadOnly } = useEditing()
    const { integer, min, max, step, unit } = field
    return (
      <DecimalInput
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        placeholder={field.placeholder}
        allowDecimal={!integer}
        {...(min !== null && { min, allowNegative: min < 0 })}
        {...(max !== null && { max })}
        {...(step !== null && { step })}
        {...(unit !== null && { suffix: ` ${unit}` })}
        value={value}
        onChange={onChange}
      />
    )
  },
}

export function withUnit(text: string, unit: string | null): string {
  return unit === null ? text : `${text} ${unit}`
}
