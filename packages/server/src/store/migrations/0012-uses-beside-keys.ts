import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { allFields } from '@octavo/schema/schema.ts'
import type { Connection, Dialect } from '../dialect.ts'
import { sql } from '../sql/sql.ts'

/** What the index keys of reference fields tell is not noted a second time. */
export async function usesBesideKeys(connection: Connection, dialect: Dialect): Promise<void> {
  const roots = await connection.all<{ definition: string }>(sql`select definition from roots`)
  const fields = roots.flatMap(({ definition }) =>
    allFields(JSON.parse(definition) as RootDefinition),
  )
  const ids = fields.filter(({ type }) => type === 'reference').map(({ id }) => id)
  await connection.run(
    sql`delete from uses where kind = 'item' and exists (select 1 from index_keys k
      where k.item_id = uses.item_id and ${dialect.isOneOf('k.field_id', ids)}
        and k.key = cast(uses.target_id as text))`,
  )
}
