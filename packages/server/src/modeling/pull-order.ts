import { textOf, type Exported, type Json } from './export.ts'

/** Names of constants by LUID. */
export interface Owners {
  fieldSets: Map<string, string>
  models: Map<string, string>
}

interface Ordered {
  kind: keyof Owners
  value: Exported
}

/** Puts each definition after those that it refers to, as far as they form no cycle; else as they stand. */
export function orderByReferences<Owner extends Ordered>(owners: readonly Owner[]): Owner[] {
  const byKey = new Map(owners.map((owner) => [keyOf(owner.kind, owner.value['luid']), owner]))
  const ordered = new Set<Owner>()
  const begun = new Set<Owner>()

  function add(owner: Owner): void {
    if (begun.has(owner)) return
    begun.add(owner)
    for (const key of referencesIn(owner.value['fields'] as Exported[])) {
      const target = byKey.get(key)
      if (target) add(target)
    }
    ordered.add(owner)
  }

  for (const owner of owners) add(owner)
  return [...ordered]
}

function referencesIn(fields: readonly Exported[]): string[] {
  return fields.flatMap(({ luid, type, models, fieldSets, fields: inner }) => [
    ...(type === 'fieldset' ? [keyOf('fieldSets', luid)] : []),
    ...listOf(models).map((one) => keyOf('models', one)),
    ...listOf(fieldSets).map((one) => keyOf('fieldSets', one)),
    ...referencesIn(listOf(inner) as Exported[]),
  ])
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function keyOf(kind: keyof Owners, luid: Json | undefined): string {
  return `${kind} ${textOf(luid)}`
}
