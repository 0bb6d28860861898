/** The properties that a list can be sorted by, also those of the items that references lead to. */
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Text } from '../../i18n/text.tsx'
import type { ListField } from '../contents/list-fields.ts'

interface OrderName {
  readonly path: string
  readonly label: string
}

/** The choices for `order`: newest first, and each property in both directions. */
export function orderChoices(names: readonly OrderName[], t: Text) {
  return [
    { value: '', label: t('media.order.newest') },
    ...names.flatMap(({ path, label }) => [
      { value: path, label: `${label} ↑` },
      { value: `-${path}`, label: `${label} ↓` },
    ]),
  ]
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
