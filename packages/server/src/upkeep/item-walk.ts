import type { Schema } from '@octavo/schema/schema.ts'
import type { ContentContext } from '../content/context.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'

const batchSize = 200

/** Looks at all items, of all roots, the trash included: each batch in a transaction of its own. */
export async function* everyItem<Seen>(
  { store, schemas }: ContentContext,
  look: (tx: ReadTransaction, schema: Schema, items: readonly Item[]) => Promise<Seen>,
  onProgress?: (items: number, total: number) => void,
): AsyncIterable<{ rootId: number; seen: Seen }> {
  const roots = await store.read((tx) => tx.roots.list())
  let [done, total] = [0, 0]
  for (const { id } of roots) total += await store.read((tx) => tx.items.count({ rootId: id }))
  for (const { id: rootId } of roots) {
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const after: number = lastId
      const { items, seen } = await store.read(async (tx) => {
        const schema = await schemas.in(tx, rootId)
        const found = await tx.items.after({ rootId }, after, batchSize)
        return { items: found, seen: await look(tx, schema, found) }
      })
      yield { rootId, seen }
      done += items.length
      lastId = items.at(-1)?.id
      onProgress?.(done, total)
    }
  }
}
