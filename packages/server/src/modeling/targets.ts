/** The models of referenced items, for references whose field will allow fewer models. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { stages, type Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { Impact } from './impact.ts'

/** The model id of each item, by item id. */
export type Targets = ReadonlyMap<number, number>

/** Loads the targets of many items in one query. */
export async function targetsOf(
  tx: ReadTransaction,
  items: readonly Item[],
  impact: Impact,
): Promise<Targets> {
  const narrowed = [...impact.removedChoices].filter(([, { modelIds }]) => modelIds.length > 0)
  const fieldIds = new Set(narrowed.map(([id]) => id))
  const found = new Set<number>()

  function collect(values: StoredValues, fields: readonly Field[]): void {
    for (const field of fields) {
      const stored = values[field.id]
      if (fieldIds.has(field.id)) {
        for (const one of [stored].flat()) if (typeof one === 'number') found.add(one)
      }
      const inside = fieldTypeOf(field).nested?.occurrences(stored, field, impact.before) ?? []
      for (const inner of inside) collect(inner.values, inner.fields)
    }
  }

  for (const { modelId, languages } of fieldIds.size > 0 ? items : []) {
    const fields = impact.before.modelById.get(modelId)?.fields ?? []
    for (const language of languages.values()) {
      for (const stage of stages) collect(language[stage]?.values ?? {}, fields)
    }
  }
  return found.size > 0 ? tx.items.models([...found]) : new Map()
}
