/** Puts a world that the plain model knows into a store, and ways to read it. */
import { saveItems } from '../content/save.ts'
import { createReadMemory, type ReadMemory } from '../store/sql/read/memory.ts'
import type { Store } from '../store/store.ts'
import type { ModelWorld } from './read-model.ts'

export async function fill(store: Store, { schema, items, media }: ModelWorld): Promise<void> {
  await store.write(async (tx) => {
    await tx.roots.insert(schema.root)
    for (const one of media) await tx.media.insert(one)
    await saveItems(tx, schema, items, { actor: 'test', action: 'create', at: 0, isNew: true })
  })
}

/** Estimates that are wrong, so that every plan gets its turn: no plan may change an answer. */
export function misleading(seed: number): ReadMemory {
  let turn = seed
  const wrong = [0, 1, 3, 1_000, 5_000_000]
  return {
    ...createReadMemory(),
    estimates: { get: () => wrong[turn++ % wrong.length], set: () => {} },
    mostListed: [0, 3, 20_000][seed % 3] ?? 0,
  }
}
