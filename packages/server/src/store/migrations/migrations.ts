import type { Connection, Dialect } from '../sql/dialect.ts'
import { baselineVersion } from './0014-baseline.ts'
import { renameTables } from './0015-rename-tables.ts'
import { createManagementTokens } from './0016-management-tokens.ts'
import { addKeyPublishes } from './0017-key-publishes.ts'
import { addRepeatEntries } from './0018-repeat-entries.ts'

type Migration = (connection: Connection, dialect: Dialect) => Promise<void>

/** Migrations after the baseline, in order; each runs once. Append new ones; never edit an existing one. */
export const migrations: readonly Migration[] = [
  renameTables,
  createManagementTokens,
  addKeyPublishes,
  addRepeatEntries,
]

export const latestVersion = baselineVersion + migrations.length
