import { IconPalette } from '@tabler/icons-react'
import { ColorInput } from '../../components/color-input.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import { textSummary, type FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const color: FieldEditor<'color'> = {
  icon: IconPalette,
  isAside: true,
  summary: textSummary,
  lines: (value: string) => [value],
  Editor({ field, value, onChange, path }) {
    const { isReadOnly } = useEditing()
    return (
      <ColorInput
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        value={value}
        onChange={onChange}
      />
    )
  },
}
