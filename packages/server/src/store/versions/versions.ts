/** The versions of a database, cached for each connection. */
import type { Connection, Database, Dialect } from '../sql/dialect.ts'
import { createJournal, type Journal } from './journal.ts'
import {
  parseVersionCounts,
  versionsQuery,
  versionsText,
  type VersionCounts,
} from './generations.ts'
import type { Sql } from '../sql/sql.ts'
import type { Versions } from '../store.ts'

/** The versions that one connection sees: those of its transaction, or the current ones. */
export interface State {
  cached(): Versions | undefined
  versions(): Promise<Versions>
  /** SQL that reads the versions as part of another statement; `record` takes the result. */
  text(): Sql
  record(text: string): Versions
}

export interface States {
  of(connection: Connection): State
  /** The versions of the last check, unless they are known to have changed since. */
  last(): Versions | undefined
  /** Must be called after each write of this process. */
  invalidate(): void
}

/** The versions of a connection in one state. */
interface CachedVersions {
  readonly state: unknown
  readonly versions: Versions
}

export function createStates(dialect: Dialect): States {
  const journal = createJournal()
  const intern = internedVersions(journal)
  /** Only for connections that detect the commits of others without a query. */
  const versionsByConnection = new WeakMap<Connection, CachedVersions>()
  let last: Versions | undefined
  /** The end of the journal. */
  let head: VersionCounts | undefined

  const text = (): Sql => versionsText(dialect, head)

  function follow(counts: VersionCounts): void {
    if (head && (counts.since !== head.position || isBefore(counts, head))) return
    if (head) recordChanges(journal, head, counts)
    head = counts
  }

  function accept(connection: Connection, state: unknown, counts: VersionCounts): Versions {
    follow(counts)
    const versions = intern(counts.byModel)
    if (state !== undefined) versionsByConnection.set(connection, { state, versions })
    return (last = versions)
  }

  function stateOf(connection: Connection): State {
    let own: Versions | undefined
    // Read before anything else, so that the cached versions are never older than the state.
    let state: unknown
    let isStateRead = false

    function cached(): Versions | undefined {
      if (own) return own
      if (!isStateRead) state = connection.state()
      isStateRead = true
      const before = versionsByConnection.get(connection)
      if (state === undefined || before?.state !== state) return undefined
      return (own = last = before.versions)
    }

    const record = (result: string): Versions =>
      (own = accept(connection, state, parseVersionCounts(result)))

    async function versions(): Promise<Versions> {
      const before = cached()
      if (before) return before
      const [row] = await connection.all<{ text: string }>(versionsQuery(dialect, head))
      return record(row?.text ?? '')
    }

    return { cached, record, versions, text }
  }

  return {
    of: stateOf,
    last: () => last,
    invalidate() {
      last = undefined
    },
  }
}

/** Returns a function that reads the versions at a moment after its call. */
export function currentVersions(database: Database, states: States): () => Promise<Versions> {
  return () => database.checkVersions((connection) => states.of(connection).versions())
}

/** Counters only grow, so a lower one means an older result that arrived late. */
function isBefore({ byModel }: VersionCounts, head: VersionCounts): boolean {
  return head.byModel.entries().some(([id, count]) => (byModel.get(id) ?? 0) < count)
}

/** The changed items are known if the number of logged items equals the increase of the counter. */
function recordChanges(journal: Journal, before: VersionCounts, after: VersionCounts): void {
  for (const [modelId, to] of after.byModel) {
    const from = before.byModel.get(modelId) ?? 0
    if (from === to) continue
    const items = after.changed?.get(modelId) ?? []
    const logged = (after.logged.get(modelId) ?? 0) - (before.logged.get(modelId) ?? 0)
    const isKnown = to - from === items.length && to - from === logged
    journal.advance(modelId, { from, to }, isKnown ? items : undefined)
  }
}

export function sumOf(versions: Versions, ids: readonly number[]): number {
  let sum = 0
  for (const id of ids) sum += versions.of(id)
  return sum
}

/** Returns the same object for equal counters, so that states can be compared by identity. */
function internedVersions(journal: Journal): (counts: ReadonlyMap<number, number>) => Versions {
  let last: { counts: ReadonlyMap<number, number>; versions: Versions } | undefined
  return (counts) => {
    if (last && areEqual(last.counts, counts)) return last.versions
    last = { counts, versions: versionsOf(counts, journal) }
    return last.versions
  }
}

function versionsOf(counts: ReadonlyMap<number, number>, journal: Journal): Versions {
  const of = (id: number): number => counts.get(id) ?? 0
  return {
    of,
    holds(modelId, itemId, since) {
      const now = of(modelId)
      return since === now || journal.isUnchanged(modelId, itemId, { since, now })
    },
    changedSince: (modelId, since, limit) =>
      journal.changed(modelId, { since, now: of(modelId) }, limit),
  }
}

function areEqual(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false
  for (const [id, count] of a) if (b.get(id) !== count) return false
  return true
}
