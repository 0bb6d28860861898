/** The keys of empty values, for fields that a model gets or loses: the documents stay the same. */
import { absenceOf } from '../../../query/index-key.ts'
import type { AbsenceChange } from '../../derived.ts'
import type { Connection } from '../dialect.ts'
import { selectColumn } from '../rows.ts'
import { sql, type Sql } from '../sql.ts'

/** A few milliseconds for each field. */
const batchSize = 500

/** Updates some items of the model, and returns the id of the last one; undefined if none is left. */
export async function updateAbsences(
  connection: Connection,
  { modelId, added, removed }: AbsenceChange,
  afterId: number,
): Promise<number | undefined> {
  const ids = await selectColumn<number>(
    connection,
    sql`select id from items where model_id = ${modelId} and id > ${afterId}
      order by id limit ${batchSize}`,
  )
  if (ids.length === 0) return undefined
  const isOfItems = (column: string): Sql => connection.dialect.isOneOf(column, ids)
  for (const fieldId of added) {
    const isField = connection.dialect.isOneOf('k.field_id', [fieldId, absenceOf(fieldId)])
    await connection.run(
      sql`insert into index_keys (language_id, field_id, key, created_at, item_id, rest_digest, views)
        select e.language_id, ${absenceOf(fieldId)}, '', e.created_at, e.item_id, '', sum(e.views)
        from entries e where ${isOfItems('e.item_id')} and not exists
          (select 1 from index_keys k where k.item_id = e.item_id
            and k.language_id = e.language_id and ${isField} and (k.views & e.views) <> 0)
        group by e.language_id, e.created_at, e.item_id`,
    )
  }
  if (removed.length > 0) {
    const isRemoved = connection.dialect.isOneOf('field_id', removed.map(absenceOf))
    await connection.run(sql`delete from index_keys where ${isOfItems('item_id')} and ${isRemoved}`)
  }
  return ids.at(-1)
}
