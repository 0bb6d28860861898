import type { Field } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'

/** The default values of a new item or entry. */
export function startValues(fields: readonly Field[]): Record<string, unknown> {
  const pairs = fields.flatMap((field): [string, unknown][] => {
    if (!('default' in field) || field.default === null) return []
    if (factsOf(field.type).isDerived) return []
    const isNothing =
      field.default === false || (Array.isArray(field.default) && field.default.length === 0)
    return isNothing ? [] : [[field.luid, field.default]]
  })
  return Object.fromEntries(pairs)
}
