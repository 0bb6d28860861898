/** Fields in the groups in which editors see them. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { OwnerPresentation } from '@octavo/schema/presentation.ts'

export interface Grouped {
  /** Fields without a group. */
  plain: Field[]
  groups: { key: string; name: string; fields: Field[] }[]
}

/** Listed groups come first, in their order; others follow in the order of their first field. */
export function groupFields(fields: Field[], listed: OwnerPresentation['groups'] = []): Grouped {
  const names = new Map(listed.map(({ luid, name }) => [luid, name]))
  for (const { group } of fields)
    if (group !== undefined && !names.has(group)) names.set(group, group)
  const groups = Array.from(names, ([key, name]) => ({
    key,
    name,
    fields: fields.filter(({ group }) => group === key),
  }))
  return {
    plain: fields.filter(({ group }) => group === undefined),
    groups: groups.filter((group) => group.fields.length > 0),
  }
}
