/** Which items point at which: kept so that nothing has to be searched for who uses something. */
import type { Columns, Connection, Dialect } from '../dialect.ts'
import type { Use } from '../../records.ts'
import type { DerivedChange } from '../../store.ts'
import { sql } from '../sql.ts'

const useColumns = {
  kind: 'text',
  target_id: 'integer',
  item_id: 'integer',
} as const satisfies Columns

type StoredUse = Use & { itemId: number }

export async function storedUses(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<StoredUse[]> {
  const rows = await connection.all<{ kind: Use['kind']; target_id: number; item_id: number }>(
    sql`select kind, target_id, item_id from uses where ${dialect.isOneOf('item_id', itemIds)}
      order by item_id, kind, target_id`,
  )
  return rows.map((row) => ({ kind: row.kind, targetId: row.target_id, itemId: row.item_id }))
}

/** Brings what is stored to what was derived; most changes leave it as it is. */
export async function saveUses(
  connection: Connection,
  dialect: Dialect,
  changes: readonly DerivedChange[],
  isNew: boolean,
): Promise<void> {
  const wanted = changes.flatMap(({ item, derived }) =>
    derived.uses.map(({ kind, targetId }) => ({ kind, targetId, itemId: item.id })),
  )
  const missing = isNew ? wanted : await replaceUses(connection, dialect, changes, wanted)
  const rows = missing.map(({ kind, targetId, itemId }) => ({
    kind,
    target_id: targetId,
    item_id: itemId,
  }))
  if (rows.length > 0) await connection.insertRows('uses', useColumns, rows)
}

/** Takes away what is not wanted any more, and returns what is not there yet. */
async function replaceUses(
  connection: Connection,
  dialect: Dialect,
  changes: readonly DerivedChange[],
  wanted: readonly StoredUse[],
): Promise<StoredUse[]> {
  const missing = new Map(wanted.map((use) => [nameOf(use), use]))
  const ids = changes.map(({ item }) => item.id)
  for (const row of await storedUses(connection, dialect, ids)) {
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
