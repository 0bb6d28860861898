import type { Connection, Dialect } from '../sql/dialect.ts'
import { baselineVersion } from './0014-baseline.ts'

type Migration = (connection: Connection, dialect: Dialect) => Promise<void>

/** From the baseline on, in order, each run once. To change the tables, append one; never edit one. */
export const migrations: readonly Migration[] = []

export const latestVersion = baselineVersion + migrations.length
