/** What is known of the states of a database, connection by connection. */
import type { Connection, Dialect } from '../sql/dialect.ts'
import { createJournal, type Journal } from './journal.ts'
import { internedVersions, type Versions } from './versions.ts'
import { standingIn, standingQuery, standingText, type Standing } from './generations.ts'
import type { Sql } from '../sql/sql.ts'

/** How things stand for one connection: in its transaction, or right now where it is in none. */
export interface State {
  known(): Versions | undefined
  versions(): Promise<Versions>
  /** Reads the versions as part of another statement; `learn` takes the result. */
  text(): Sql
  learn(text: string): Versions
}

export interface States {
  of(connection: Connection): State
  /** How things stood when somebody last looked, unless they are known to have changed since. */
  last(): Versions | undefined
  /** To be called when something was written here. */
  moveOn(): void
}

/** What was known of a connection in a state. */
interface Kept {
  readonly state: unknown
  readonly versions: Versions
}

export function createStates(dialect: Dialect): States {
  const journal = createJournal()
  const intern = internedVersions(journal)
  /** Of connections that tell without being asked whether others have committed. */
  const kept = new WeakMap<Connection, Kept>()
  let last: Versions | undefined
  /** Up to where the journal goes. */
  let head: Standing | undefined

  const text = (): Sql => standingText(dialect, head)

  function follow(standing: Standing): void {
    if (head && (standing.since !== head.position || isBefore(standing, head))) return
    if (head) writeDown(journal, head, standing)
    head = standing
  }

  function accept(connection: Connection, state: unknown, standing: Standing): Versions {
    follow(standing)
    const versions = intern(standing.counts)
    if (state !== undefined) kept.set(connection, { state, versions })
    return (last = versions)
  }

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
        if (state === undefined || before?.state !== state) return undefined
        return (own = last = before.versions)
      }

      const learn = (told: string): Versions => (own = accept(connection, state, standingIn(told)))

      async function versions(): Promise<Versions> {
        const before = known()
        if (before) return before
        const [row] = await connection.all<{ text: string }>(standingQuery(dialect, head))
        return learn(row?.text ?? '')
      }

      return {
        known,
        learn,
        versions,
        text,
      }
    },
  }
}

/** Numbers only grow: what was read first may have come last. */
function isBefore({ counts }: Standing, head: Standing): boolean {
  return head.counts.entries().some(([id, count]) => (counts.get(id) ?? 0) < count)
}

/** A change is known where as many items were logged as were counted, and nothing else was counted. */
function writeDown(journal: Journal, before: Standing, after: Standing): void {
  for (const [modelId, to] of after.counts) {
    const from = before.counts.get(modelId) ?? 0
    if (from === to) continue
    const items = after.changed?.get(modelId) ?? []
    const logged = (after.logged.get(modelId) ?? 0) - (before.logged.get(modelId) ?? 0)
    const isKnown = to - from === items.length && to - from === logged
    journal.advance(modelId, { from, to }, isKnown ? items : undefined)
  }
}
