import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LostPosition, type ChangeLog, type LogPage, type Signals } from '../change-log.ts'
import type { Change } from '../records.ts'
import { changeOf } from '../sql/changes.ts'

/** Milliseconds between polls for commits of other processes. */
const pollPause = 20
const batchSize = 1000

/**
 * SQLite has one writer at a time: the order of numbers is the order of commits, so a number is a position.
 */
export function openSqliteLog(path: string, { onCommit, onBroken }: Signals): ChangeLog {
  const file = new DatabaseSync(path, { timeout: 2_000 })
  file.exec('pragma query_only = true')
  const version = file.prepare('pragma data_version')
  const highest = file.prepare(`select value from counters where name = 'change'`)
  const rows = file.prepare(`select * from changes where seq > ? order by seq limit ${batchSize}`)
  let lastVersion = version.get()?.['data_version']
  let isBehind = false
  let hasChecked = false
  const checkForCommits = (): void => {
    try {
      const current = version.get()?.['data_version']
      if (current === lastVersion) return
      lastVersion = current
      isBehind = true
      onCommit()
    } catch (error) {
      isBehind = true
      onBroken(error as Error)
    }
  }
  const timer = setInterval(checkForCommits, pollPause)
  timer.unref()

  const end = (): number => (highest.get() as { value: number } | undefined)?.value ?? 0

  const rowsAfter = (seq: number) => rows.all(seq)

  /** The end of the log if no change follows a position, unless one was committed in between. */
  const endAfter = (seq: number): LogPage => {
    const last = end()
    const later = rowsAfter(seq)
    if (later.length > 0) return pageOf(later)
    if (!(seq <= last)) throw new LostPosition()
    return { changes: [], position: String(last), hasMore: false }
  }

  const next = (position: string): LogPage => {
    const found = rowsAfter(Number(position))
    return found.length > 0 ? pageOf(found) : endAfter(Number(position))
  }

  const readOn = (from: string, onChanges: (changes: readonly Change[]) => void): string => {
    for (let position = from; ;) {
      const page = next(position)
      if (page.changes.length > 0) onChanges(page.changes)
      position = page.position
      if (!page.hasMore) return position
    }
  }

  return {
    position: () => Promise.try(() => String(end())),
    // Reads synchronously, so that `hasMore` is up to date as soon as this returns.
    read: (position, onChanges) =>
      Promise.try(() => {
        const reached = readOn(position, onChanges)
        isBehind = false
        return reached
      }),
    next: (position) => Promise.try(() => next(position)),
    after(position, changes) {
      const [first] = changes
      const last = changes.at(-1)
      const isNext = first && last && first.seq === Number(position) + 1
      return isNext ? String(last.seq) : undefined
    },
    /** A check takes one or two microseconds; all requests of one turn of the event loop share it. */
    hasMore() {
      if (!hasChecked) {
        hasChecked = true
        setImmediate(() => (hasChecked = false))
        checkForCommits()
      }
      return isBehind
    },
    close() {
      clearInterval(timer)
      file.close()
      return Promise.resolve()
    },
  }
}

function pageOf(found: ReturnType<StatementSync['all']>): LogPage {
  return {
    changes: found.map(changeOf),
    position: String(found.at(-1)?.['seq']),
    hasMore: found.length === batchSize,
  }
}
