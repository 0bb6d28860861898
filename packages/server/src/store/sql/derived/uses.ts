/** References between items, stored so that finding the referrers of an item needs no search. */
import type { Connection } from '../dialect.ts'
import type { Use } from '../../records.ts'
import type { DerivedChange } from '../../derived.ts'
import { recordTable } from '../record-table.ts'
import { sql } from '../sql.ts'

interface StoredUse extends Use {
  itemId: number
}

const useTable = recordTable<StoredUse>('uses', ['kind', 'target_id', 'item_id'], {
  kind: 'text',
  targetId: 'integer',
  itemId: 'integer',
})

export function storedUses(
  connection: Connection,
  itemIds: readonly number[],
): Promise<StoredUse[]> {
  return useTable.all(
    connection,
    sql`select * from uses where ${connection.dialect.isOneOf('item_id', itemIds)}
      order by item_id, kind, target_id`,
  )
}

/** Updates the stored references of changed items. Most changes leave them unchanged. */
export async function saveUses(
  connection: Connection,
  changes: readonly DerivedChange[],
  stored: readonly StoredUse[],
): Promise<void> {
  const missing = new Map<string, StoredUse>()
  for (const { item, derived } of changes) {
    for (const { kind, targetId } of derived.uses) {
      const use = { kind, targetId, itemId: item.id }
      missing.set(nameOf(use), use)
    }
  }
  for (const use of stored) {
    if (missing.delete(nameOf(use))) continue
    await connection.run(
      sql`delete from uses where kind = ${use.kind} and target_id = ${use.targetId}
        and item_id = ${use.itemId}`,
    )
  }
  if (missing.size > 0) await useTable.insert(connection, [...missing.values()])
}

function nameOf({ kind, targetId, itemId }: StoredUse): string {
  return `${kind} ${targetId} ${itemId}`
}
