import type { Connection, Dialect } from '../sql/dialect.ts'

/**
 * Renames two tables and their indexes. SQLite cannot rename an index and renames those of primary keys
 * itself.
 */
export async function renameTables(connection: Connection, { kind }: Dialect): Promise<void> {
  await connection.script(`
    alter table away_texts rename to inactive_texts;
    alter table kept_replies rename to idempotency_replies;
    ${renameIndexes[kind]}
  `)
}

const renameIndexes: Readonly<Record<Dialect['kind'], string>> = {
  sqlite: `
    drop index kept_replies_by_time;
    create index idempotency_replies_by_time on idempotency_replies (at);
  `,
  postgres: `
    alter index away_texts_pkey rename to inactive_texts_pkey;
    alter index kept_replies_pkey rename to idempotency_replies_pkey;
    alter index kept_replies_by_time rename to idempotency_replies_by_time;
  `,
}
