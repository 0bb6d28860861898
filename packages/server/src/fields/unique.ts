import type { Field } from '@octavo/schema/definitions.ts'

/** Whether no two items of a space may have the same value in a language. */
export function isUnique(field: Field): boolean {
  return field.type === 'slug' || ('unique' in field && field.unique)
}
