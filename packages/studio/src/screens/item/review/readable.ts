/** Values as lines of plain text, for comparisons. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { AnyFieldEditor, ReadingContext } from '../../../fields/field-editor.ts'
import { fieldEditors } from '../../../fields/registry.ts'

type Place = Omit<ReadingContext, 'group'>

/** Returns no lines for an empty value. */
export function linesOf(value: unknown, field: Field, place: Place): string[] {
  if (value === undefined || value === null || value === '') return []
  const { lines } = fieldEditors[field.type] as AnyFieldEditor
  return lines(value, field, { ...place, group: (values, fields) => group(values, fields, place) })
}

function group(values: Record<string, unknown>, fields: readonly Field[], place: Place): string[] {
  return fields.flatMap((field) => {
    const lines = linesOf(values[field.luid], field, place)
    if (lines.length === 0) return []
    return lines.length === 1 ? [`${field.name}: ${lines[0] ?? ''}`] : [`${field.name}:`, ...lines]
  })
}
