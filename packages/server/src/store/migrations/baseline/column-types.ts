import type { Dialect } from '../../sql/dialect.ts'

export interface ColumnTypes {
  /** A whole-number primary key: the type by which the database finds a row fastest. */
  readonly id: string
  /** Sorts by code point. */
  readonly text: string
  /** Both databases look into it with `->` and `->>`. */
  readonly json: string
  /** What a table that is its own primary-key index says after its columns. */
  readonly clustered: string
}

export const columnTypes: Readonly<Record<Dialect['kind'], ColumnTypes>> = {
  sqlite: { id: 'integer', text: 'text', json: 'text', clustered: ' without rowid' },
  postgres: { id: 'bigint', text: 'text collate "C"', json: 'json', clustered: '' },
}
