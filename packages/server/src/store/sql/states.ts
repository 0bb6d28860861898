/** What is known of the states of a database, connection by connection. */
import type { Connection, Dialect } from '../dialect.ts'
import { internedVersions, type Versions } from '../versions.ts'
import { countsIn, generationsText } from './generations.ts'
import { sql } from './sql.ts'

/** How things stand for one connection: in its transaction, or right now where it is in none. */
export interface State {
  known(): Versions | undefined
  versions(): Promise<Versions>
  /** Whether numbers that were read elsewhere are of this very state. */
  isOf(generations: string | null): Promise<boolean>
  /** Takes note of numbers that were read along with something else. */
  learn(generations: string | null): Versions
}

export interface States {
  of(connection: Connection): State
  /** How things stood when somebody last looked, unless they are known to have changed since. */
  last(): Versions | undefined
  /** To be called when something was written here. */
  moveOn(): void
}

export function createStates(dialect: Dialect): States {
  const intern = internedVersions()
  /** Of connections that tell without being asked whether others have committed. */
  const kept = new WeakMap<Connection, { state: unknown; versions: Versions }>()
  let last: Versions | undefined

  return {
    last: () => last,
    moveOn() {
      last = undefined
    },
    of(connection) {
      let own: Versions | undefined
      // Looked at before anything is read, so that what is learned is never older than it.
      let state: unknown
      let isStateRead = false

      function known(): Versions | undefined {
        if (own) return own
        if (!isStateRead) state = connection.state()
        isStateRead = true
        const before = kept.get(connection)
        if (state !== undefined && before?.state === state) own = last = before.versions
        return own
      }

      function learn(generations: string | null): Versions {
        own = last = intern(countsIn(generations))
        if (isStateRead) kept.set(connection, { state, versions: own })
        return own
      }

      async function versions(): Promise<Versions> {
        const before = known()
        if (before) return before
        const query = sql`select ${generationsText(dialect)} as text`
        const [row] = await connection.all<{ text: string | null }>(query)
        return learn(row?.text ?? null)
      }

      return {
        known,
        learn,
        versions,
        async isOf(generations) {
          const now = await versions()
          return intern(countsIn(generations)) === now
        },
      }
    },
  }
}
