/**
 * A PostgreSQL database as SQL. The statements that created its tables are recorded while they run, because
 * npm provides PostgreSQL without pg_dump. Its user must be a superuser.
 */
import pg from 'pg'

const recorder = 'octavo_recorder'

/** Records every statement that changes the schema of this empty database from now on. */
export async function recordStatements(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      create schema ${recorder};
      create table ${recorder}.statements (
        id bigint generated always as identity, at timestamptz, pid int, text text,
        unique (at, pid)
      );
      create function ${recorder}.record() returns event_trigger language plpgsql as $$
        begin
          insert into ${recorder}.statements (at, pid, text)
            values (statement_timestamp(), pg_backend_pid(), current_query())
            on conflict do nothing;
        end
      $$;
      create event trigger ${recorder} on ddl_command_start execute function ${recorder}.record();
    `),
  )
}

/** The recorded statements, then all rows and the positions of sequences. */
export async function dumpDatabase(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const parts = await texts(client, `select text from ${recorder}.statements order by id`)
    // Triggers have run already, and rows may come before those they refer to.
    parts.push('set session_replication_role = replica')
    const tables = await texts(
      client,
      `select quote_ident(tablename) as text from pg_tables where schemaname = 'public' order by 1`,
    )
    for (const table of tables) parts.push(...(await rowsOf(client, table)))
    parts.push(
      ...(await texts(
        client,
        `select format('select setval(%L, %s)', quote_ident(sequencename), last_value) as text
           from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
      )),
    )
    parts.push('reset session_replication_role')
    return parts.map((part) => `${part.trim().replace(/;$/, '')};\n`).join('')
  })
}

/** Replaces the rows that the recorded statements inserted. */
async function rowsOf(client: pg.Client, table: string): Promise<string[]> {
  const [columns = ''] = await texts(
    client,
    `select string_agg(quote_ident(attname), ', ' order by attnum) as text from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const [rows = ''] = await texts(
    client,
    `select quote_literal(coalesce(json_agg(t), '[]')::text) as text from ${table} t`,
  )
  const source = `json_populate_recordset(null::${table}, ${rows}::json)`
  return [
    `delete from ${table}`,
    `insert into ${table} (${columns}) overriding system value select ${columns} from ${source}`,
  ]
}

async function texts(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query)
  return rows.map(({ text }) => text)
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
