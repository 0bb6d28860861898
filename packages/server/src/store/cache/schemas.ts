import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { together } from '../together.ts'
import type { ReadTransaction, WriteTransaction } from '../store.ts'

/**
 * Schemas by root, cached and compared with the stored version in the same snapshot as the content that they
 * are used for: a change by another process is seen by the next transaction.
 */
export interface Schemas {
  in(tx: ReadTransaction, rootId: number): Promise<Schema>
  /** For a write: holds off changes of the schema until the transaction ends. */
  forWriting(tx: WriteTransaction, rootId: number): Promise<Schema>
  /** The schema after so many changes of roots; `read` runs where it is not cached for that number. */
  after(changes: number, rootId: number, read: Read): Promise<Schema>
}

type Read = (work: (tx: ReadTransaction) => Promise<Schema>) => Promise<Schema>

interface Cached {
  readonly schema: Schema
  /** A number of changes of roots at which this was the schema. */
  readonly changes?: number
}

export function cachedSchemas(): Schemas {
  const cached = new Map<number, Cached>()

  async function current(tx: ReadTransaction, rootId: number): Promise<Schema> {
    const version = await tx.roots.version(rootId)
    const known = cached.get(rootId)
    if (known?.schema.root.version === version) return known.schema
    const schema = indexSchema(await tx.roots.load(rootId))
    cached.set(rootId, { schema })
    return schema
  }

  return {
    in: current,
    async forWriting(tx, rootId) {
      const [, schema] = await together(tx.roots.lock(rootId, 'shared'), current(tx, rootId))
      return schema
    },
    async after(changes, rootId, read) {
      const known = cached.get(rootId)
      if (known?.changes === changes) return known.schema
      const schema = await read((tx) => current(tx, rootId))
      cached.set(rootId, { schema, changes })
      return schema
    },
  }
}
