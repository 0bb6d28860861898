import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import type { ReadTransaction, WriteTransaction } from '../store/store.ts'
import { together } from '../together.ts'

/**
 * Schemas by root, kept in memory and checked against the stored version in the same snapshot as
 * what they are used for: a change made by another process is seen by the next transaction.
 */
export interface Schemas {
  in(tx: ReadTransaction, rootId: number): Promise<Schema>
  /** For a write: holds off changes of the schema until the transaction ends. */
  forWriting(tx: WriteTransaction, rootId: number): Promise<Schema>
}

export function cachedSchemas(): Schemas {
  const known = new Map<number, Schema>()

  async function current(tx: ReadTransaction, rootId: number): Promise<Schema> {
    const version = await tx.roots.version(rootId)
    const cached = known.get(rootId)
    if (cached?.root.version === version) return cached
    const schema = indexSchema(await tx.roots.load(rootId))
    known.set(rootId, schema)
    return schema
  }

  return {
    in: current,
    async forWriting(tx, rootId) {
      const [, schema] = await together(tx.roots.lock(rootId, 'shared'), current(tx, rootId))
      return schema
    },
  }
}
