import type { Connection, Dialect } from '../dialect.ts'
import { foundation } from './0001-foundation.ts'
import { changeLog } from './0002-change-log.ts'
import { studio } from './0003-studio.ts'
import { fillListTexts, listTexts } from './0004-list-texts.ts'

/** In order, each run once, never edited after a release. To change the tables, add one. */
export const migrations: readonly ((dialect: Dialect) => string)[] = [
  foundation,
  changeLog,
  studio,
  listTexts,
]

/** What a migration has to fill in that no statement can. */
export const fills: ReadonlyMap<
  (dialect: Dialect) => string,
  (connection: Connection) => Promise<void>
> = new Map([[listTexts, fillListTexts]])
