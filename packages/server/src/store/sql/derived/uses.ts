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

/** Updates the stored references. Most changes leave them unchanged. */
export async function saveUses(
  connection: Connection,
  changes: readonly DerivedChange[],
  isNew: boolean,
): Promise<void> {
  const wanted = changes.flatMap(({ item, derived }) =>
    derived.uses.map(({ kind, targetId }) => ({ kind, targetId, itemId: item.id })),
  )
  const missing = isNew ? wanted : await replaceUses(connection, changes, wanted)
  if (missing.length > 0) await useTable.insert(connection, missing)
}

/** Deletes stored references that are not derived any more, and returns those that are missing. */
async function replaceUses(
  connection: Connection,
  changes: readonly DerivedChange[],
  wanted: readonly StoredUse[],
): Promise<StoredUse[]> {
  const missing = new Map(wanted.map((use) => [nameOf(use), use]))
  const ids = changes.map(({ item }) => item.id)
  for (const row of await storedUses(connection, ids)) {
    if (missing.delete(nameOf(row))) continue
    await connection.run(
      sql`delete from uses where kind = ${row.kind} and target_id = ${row.targetId}
        and item_id = ${row.itemId}`,
    )
  }
  return [...missing.values()]
}

function nameOf({ kind, targetId, itemId }: StoredUse): string {
  return `${kind} ${targetId} ${itemId}`
}
