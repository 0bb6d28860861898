import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { settleAll } from '../settle-all.ts'
import type { ReadTransaction, WriteTransaction } from '../store.ts'

/**
 * Schemas by root. A cached schema is compared with the stored version in the snapshot of the content it is
 * used for, so that the next transaction sees a change by another process.
 */
export interface Schemas {
  in(tx: ReadTransaction, rootId: number): Promise<Schema>
  /** For a write: locks the schema against changes until the transaction ends. */
  forWriting(tx: WriteTransaction, rootId: number): Promise<Schema>
}

export function cachedSchemas(): Schemas {
  const cached = new Map<number, Schema>()

  async function current(tx: ReadTransaction, rootId: number): Promise<Schema> {
    const version = await tx.roots.version(rootId)
    const known = cached.get(rootId)
    if (known?.root.version === version) return known
    const schema = indexSchema(await tx.roots.load(rootId))
    cached.set(rootId, schema)
    return schema
  }

  return {
    in: current,
    async forWriting(tx, rootId) {
      const [, schema] = await settleAll(tx.roots.lock(rootId, 'shared'), current(tx, rootId))
      return schema
    },
  }
}
