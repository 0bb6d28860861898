/** Describes the tables, columns, indexes and triggers of a database, to compare two of them. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { StoreAddress } from '../store/open-store.ts'

export function shapesOf({ dataFolder, database }: StoreAddress): Promise<unknown> {
  return database === undefined
    ? Promise.try(() => sqliteShapes(join(dataFolder, 'octavo.db')))
    : postgresShapes(database)
}

function sqliteShapes(path: string): unknown {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const all = (text: string, ...values: string[]) => file.prepare(text).all(...values)
    const tables = all(
      `select name, wr, type from pragma_table_list where schema = 'main' order by name`,
    )
    return tables.map((table) => {
      const name = String(table['name'])
      return {
        ...table,
        columns: all(
          'select name, type, "notnull", dflt_value, pk from pragma_table_xinfo(?)',
          name,
        ),
        indexes: all(
          'select name, "unique", origin, partial from pragma_index_list(?) order by name',
          name,
        ).map((index) => ({
          ...index,
          columns: all('select * from pragma_index_xinfo(?)', String(index['name'])),
          statement: statementOf(file, String(index['name'])),
        })),
      }
    })
  } finally {
    file.close()
  }
}

function statementOf(file: DatabaseSync, name: string): string {
  const row = file.prepare('select sql from sqlite_schema where name = ?').get(name)
  return String(row?.['sql']).replaceAll(/\s+/g, ' ')
}

const postgresQueries = [
  `select c.relname, c.reloptions, a.attname, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull, a.attstorage, a.attstattarget, l.collname,
      pg_get_expr(d.adbin, d.adrelid) as default_value
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
      and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
  `select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`,
  `select conname, contype, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' order by conname`,
  `select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal order by tgname`,
  `select proname, regexp_replace(prosrc, '\\s+', ' ', 'g') as body from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`,
]

async function postgresShapes(url: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const found: unknown[] = []
    for (const query of postgresQueries) found.push((await client.query(query)).rows)
    return found
  } finally {
    await client.end()
  }
}
