/** Which fields the conditions of a model show, for the values in the editor. */
import { holds } from '@octavo/schema/conditions/holds.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'

type Values = Record<string, unknown>

export function isShown({ showWhen }: Field, values: Values, { fieldById }: Schema): boolean {
  return !showWhen || holds(showWhen, values, { fieldById, read: (from, { luid }) => from[luid] })
}

/** The values that a reader of a language sees: shared fields have those of the main language. */
export function seenValues(
  own: Values = {},
  main: Values = {},
  fields: readonly Field[],
  schema: Schema,
): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const { luid, translatable } = field
      if (!translatable) return [luid, main[luid]]
      if (field.type !== 'fieldset') return [luid, own[luid]]
      const inner = schema.fieldSetById.get(field.fieldSet)?.fields ?? []
      return [luid, seenValues(own[luid] as Values, main[luid] as Values, inner, schema)]
    }),
  )
}
