import type { Field } from '@octavo/schema/definitions.ts'
import { elementId, useEditing, useProblemAt } from './editing.ts'
import type { EditorProps } from './field-editor.ts'
import { FieldLabel, lengthOf } from './field-label.tsx'

/** Props of an input of text, single-line or multi-line. */
export function useTextInput({ field, value, onChange, path, language }: EditorProps<Field>) {
  const { isReadOnly } = useEditing()
  const shown = typeof value === 'string' ? value : ''
  return {
    id: elementId(path),
    lang: language,
    label: <FieldLabel field={field} length={lengthOf(shown)} />,
    labelProps: { style: { display: 'block' } },
    error: useProblemAt(path),
    placeholder: field.placeholder,
    readOnly: isReadOnly,
    value: shown,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === '' ? null : currentTarget.value),
  } as const
}
