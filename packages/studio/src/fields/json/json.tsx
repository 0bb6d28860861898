import { JsonInput } from '../../components/json-input.tsx'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useNotes } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import { invalidJson, invalidText } from './invalid-json.ts'

export const json: FieldEditor<'json'> = {
  isAside: false,
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

/** The problems of the value and of its parts, with their places in it. */
function useProblemsIn(path: string): string | undefined {
  const t = useText()
  return useNotes(({ problems }) => {
    const found = problems.flatMap((problem) => {
      if (problem.path === path) return [problemText(problem, t)]
      const inside = problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`)
      const place = problem.path.slice(path.length).replace(/^\./, '')
      return inside ? [`${place}: ${problemText(problem, t)}`] : []
    })
    return found.length === 0 ? undefined : found.join('. ')
  })
}
