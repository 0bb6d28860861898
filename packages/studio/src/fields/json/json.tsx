import { IconBraces } from '@tabler/icons-react'
import { JsonInput } from '../../components/json-input.tsx'
import { elementId, useEditing, useNotes, useProblemsIn } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import { invalidJson, invalidText } from './invalid-json.ts'

export const json: FieldEditor<'json'> = {
  icon: IconBraces,
  isAside: false,
  hasParts: true,
  summary: (value) => (value === null || value === undefined ? '' : jsonSummary(value)),
  lines: (value: unknown) => (invalidText(value) ?? JSON.stringify(value, null, 2)).split('\n'),
  Editor({ field, value, onChange, path }) {
    const { isReadOnly } = useEditing()
    const epoch = useNotes((notes) => notes.epoch)
    return (
      <JsonInput
        key={`${epoch} ${path}`}
        id={elementId(path)}
        label={<FieldLabel field={field} />}
        error={useProblemsIn(path)}
        readOnly={isReadOnly}
        value={value}
        invalid={invalidText(value)}
        onChange={onChange}
        onInvalid={(text) => onChange(invalidJson(text))}
      />
    )
  },
}

export function jsonSummary(value: unknown): string {
  return (invalidText(value) ?? JSON.stringify(value)).slice(0, 120)
}
