import type { Dialect } from '../../sql/dialect.ts'

export interface ColumnTypes {
  /** An integer primary key, in the type with the fastest lookup. */
  readonly id: string
  /** Text that sorts by code point. */
  readonly text: string
  /** JSON that both databases can query with `->` and `->>`. */
  readonly json: string
  /** Suffix of `create table` for a table that is stored in its primary-key index. */
  readonly clustered: string
}

export const columnTypes: Readonly<Record<Dialect['kind'], ColumnTypes>> = {
  sqlite: { id: 'integer', text: 'text', json: 'text', clustered: ' without rowid' },
  postgres: { id: 'bigint', text: 'text collate "C"', json: 'json', clustered: '' },
}
