import { Textarea } from '@mantine/core'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import { textSummary, type FieldEditor } from '../field-editor.ts'
import { FieldLabel, lengthOf } from '../field-label.tsx'

export const multiline: FieldEditor<'multiline'> = {
  isAside: false,
  summary: textSummary,
  Editor({ field, value, onChange, path, language }) {
    const { isReadOnly } = useEditing()
    const shown = typeof value === 'string' ? value : ''
    return (
      <Textarea
        id={elementId(path)}
        lang={language}
        label={<FieldLabel field={field} length={lengthOf(shown)} />}
        labelProps={{ style: { display: 'block' } }}
        error={useProblemAt(path)}
        readOnly={isReadOnly}
        autosize
        minRows={2}
        value={shown}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : currentTarget.value)
        }
      />
    )
  },
}
