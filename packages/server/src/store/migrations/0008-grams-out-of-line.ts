import type { Dialect } from '../dialect.ts'

/**
 * On PostgreSQL, a search reads the row of every document that it finds, for no more than its id: the
 * grams leave the rows, a hundred of which fit into a page then. A rewrite moves only what is
 * unpacked, which `||` does. And no statistics: they say that reading all rows is best for a common
 * gram, and do not know that each had to be unpacked.
 */
export function gramsOutOfLine({ kind }: Dialect): string {
  if (kind === 'sqlite') return ''
  return `
    alter table search_grams set (toast_tuple_target = 128);
    alter table search_grams alter column grams set statistics 0;
    alter table search_grams alter column grams type bigint[] using grams || '{}'::bigint[];
  `
}
