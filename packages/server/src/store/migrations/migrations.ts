import type { Connection, Dialect } from '../dialect.ts'
import { foundation } from './0001-foundation.ts'
import { changeLog } from './0002-change-log.ts'
import { studio } from './0003-studio.ts'
import { triples } from './0004-triples.ts'
import { fillListTexts, listTexts } from './0005-list-texts.ts'
import { sharedKeys } from './0006-shared-keys.ts'
import { leanRows } from './0007-lean-rows.ts'
import { gramsOutOfLine } from './0008-grams-out-of-line.ts'
import { entryCounts } from './0009-entry-counts.ts'
import { sharedEntries } from './0010-shared-entries.ts'
import { pendingByNumber } from './0011-pending-by-number.ts'
import { usesBesideKeys } from './0012-uses-beside-keys.ts'
import { textsInOneRow } from './0013-texts-in-one-row.ts'

type Migration = (connection: Connection, dialect: Dialect) => Promise<void>

/** In order, each run once, never edited after a release. To change the tables, add one. */
export const migrations: readonly Migration[] = [
  script(foundation),
  script(changeLog),
  script(studio),
  triples,
  script(listTexts, fillListTexts),
  script(sharedKeys),
  script(leanRows),
  script(gramsOutOfLine),
  script(entryCounts),
  script(sharedEntries),
  pendingByNumber,
  usesBesideKeys,
  textsInOneRow,
]

/** Statements, and then what no statement can fill in. */
function script(
  text: (dialect: Dialect) => string,
  fill?: (connection: Connection) => Promise<void>,
): Migration {
  return async (connection, dialect) => {
    await connection.script(text(dialect))
    await fill?.(connection)
  }
}
