import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../sql/dialect.ts'
import { LeaseLost, type Lease } from '../lease.ts'
import { createPrivateFile } from './private-file.ts'
import { selectValue } from '../sql/rows.ts'
import { sql } from '../sql/sql.ts'
import { isBusy } from './connection.ts'

/** Milliseconds until a process notices that the holder is gone. A failed attempt takes two system calls. */
const attemptPause = 500

/**
 * A lock on an empty file next to the database: all processes run on one machine, so the kernel releases
 * the lock when the holder dies. Holding it writes nothing. A row in the database would change
 * `data_version` with each renewal, and every process would read its cached data again.
 */
export function openSqliteLease(
  path: string,
  name: string,
  database: Pick<Database, 'read' | 'write'>,
): Lease {
  let file: DatabaseSync | undefined
  let isHeld = false

  function open(): DatabaseSync {
    const leasePath = `${path}-${name.replaceAll(' ', '-')}.lease`
    createPrivateFile(leasePath)
    return new DatabaseSync(leasePath, { timeout: 0 })
  }

  function lock(): boolean {
    file ??= open()
    try {
      file.exec('begin exclusive')
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    }
  }

  return {
    take: () =>
      Promise.try(() => {
        isHeld ||= lock()
        return { isHeld, takeAgainAfter: attemptPause }
      }),
    isHeld: () => isHeld,
    loadPosition: () =>
      database.read(async (connection) => {
        const query = sql`select position from followers where name = ${name}`
        return (await selectValue<string>(connection, query)) ?? ''
      }),
    async savePosition(position) {
      if (!isHeld) throw new LeaseLost(name)
      await database.write((connection) =>
        connection.run(
          sql`insert into followers (name, position, holder, held_until) values (${name}, ${position}, '', 0)
            on conflict (name) do update set position = excluded.position`,
        ),
      )
    },
    async release() {
      isHeld = false
      file?.close()
      file = undefined
    },
  }
}
