/** The properties that a list can be sorted by, also those of the items that references lead to. */
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ListField } from '../contents/list-fields.ts'

interface OrderName {
  readonly path: string
  readonly label: string
}

export function orderNames(schema: Schema, fields: readonly ListField[]): OrderName[] {
  const own = fields.filter(({ isSortable, isRepeated }) => isSortable && !isRepeated)
  const references = fields.filter(({ type, isColumn }) => type === 'reference' && isColumn)
  return [...own, ...references.flatMap((field) => namesThrough(schema, field))]
}

function namesThrough(schema: Schema, { path, label, models }: ListField): OrderName[] {
  const targets = schema.root.models.filter(({ luid }) => models.includes(luid))
  const inner = targets
    .flatMap(({ fields }) => fields)
    .filter(({ type }) => factsOf(type).isSortable)
    .map(({ luid, name }): OrderName => ({
      path: `${path}.${luid}`,
      label: `${label} › ${name}`,
    }))
  return [...new Map(inner.map((one) => [one.path, one])).values()]
}
