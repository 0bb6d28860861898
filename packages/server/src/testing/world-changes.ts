/** Changes of a generated world, in the store and in the plain model. */
import fc from 'fast-check'
import { deriveItem } from '../content/derive.ts'
import { saveItems } from '../content/save.ts'
import type { Item } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { ModelWorld } from './read-model.ts'

/** On SQLite: nearly all reads run in a background thread, or some, or none. */
export function bounded(seed: number): { turnUnits: number } {
  return { turnUnits: [1, 200, 20_000][Math.floor(seed / 2) % 3] ?? 0 }
}

export interface WorldChange {
  isOurs: boolean
  /** How many items are added. */
  added: number
  /** The first item of each pair gets the content of the second, if they have the same model. */
  pairs: [number, number][]
  /** Whether these changes are repairs, which the change log does not list item by item. */
  isRepaired: boolean
}

export const changeArbitrary: fc.Arbitrary<WorldChange> = fc.record({
  isOurs: fc.boolean(),
  added: fc.constantFrom(0, 0, 1, 2),
  pairs: fc.array(fc.tuple(fc.nat({ max: 29 }), fc.nat({ max: 29 })), {
    minLength: 1,
    maxLength: 8,
  }),
  isRepaired: fc.constantFrom(false, false, true),
})

export async function changed(
  store: Store,
  { added, pairs, isRepaired }: WorldChange,
  { schema, items }: ModelWorld,
  all: readonly Item[],
): Promise<Item[]> {
  const entry = { actor: 'test', action: 'change', at: 1 }
  const created = all.slice(items.length, items.length + added)
  const edited = new Map<number, Item>()
  for (const [to, from] of pairs) {
    const [target, source] = [items[to], items[from]]
    if (!target || !source || target.modelId !== source.modelId) continue
    const { id, createdAt } = target
    edited.set(id, { ...source, id, createdAt })
  }
  const after = items.map((item) => edited.get(item.id) ?? item)
  await store.write(async (tx) => {
    await saveItems(tx, schema, created, { ...entry, isNew: true, before: [] })
    const edits = [...edited.values()]
    if (!isRepaired) return saveItems(tx, schema, edits, { ...entry, isNew: false, before: [] })
    await tx.items.update(edits)
    await tx.derived.replace(edits.map((item) => ({ item, derived: deriveItem(schema, item) })))
  })
  return [...after, ...created]
}
