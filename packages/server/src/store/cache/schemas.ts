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
  /** The schema at this change count of roots; `read` runs if it is not cached for this count. */
  after(changes: number, rootId: number, read: Read): Promise<Schema>
}

type Read = (work: (tx: ReadTransaction) => Promise<Schema>) => Promise<Schema>

interface Cached {
  readonly schema: Schema
  /** A change count of roots at which this schema was current. */
  readonly changes?: number
}

export function cachedSchemas(): Schemas {
  const cached = new Map<number, Cached>()

  async function current(tx: ReadTransaction, rootId: number): Promise<Schema> {
    const version = await tx.roots.version(rootId)
    const entry = cached.get(rootId)
    if (entry?.schema.root.version === version) return entry.schema
    const schema = indexSchema(await tx.roots.load(rootId))
    cached.set(rootId, { schema })
    return schema
  }

  return {
    in: current,
    async forWriting(tx, rootId) {
      const [, schema] = await settleAll(tx.roots.lock(rootId, 'shared'), current(tx, rootId))
      return schema
    },
    async after(changes, rootId, read) {
      const entry = cached.get(rootId)
      if (entry?.changes === changes) return entry.schema
      const schema = await read((tx) => current(tx, rootId))
      cached.set(rootId, { schema, changes })
      return schema
    },
  }
}
