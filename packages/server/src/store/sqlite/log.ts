import { DatabaseSync } from 'node:sqlite'
import { LostPosition, type ChangeLog, type LogPage, type Signals } from '../change-log.ts'
import type { Change } from '../records.ts'
import { changeOf } from '../sql/changes.ts'

/** Milliseconds between polls for commits of other processes. */
const pollPause = 20
const batchSize = 1000
/** Without an upper bound. */
const lastSeq = Number.MAX_SAFE_INTEGER

/**
 * SQLite has one writer at a time: the order of numbers is the order of commits, so a number is a position.
 */
export function openSqliteLog(path: string, { onCommit, onBroken }: Signals): ChangeLog {
  const file = new DatabaseSync(path, { timeout: 2_000 })
  file.exec('pragma query_only = true')
  const version = file.prepare('pragma data_version')
  const highest = file.prepare(`select value from counters where name = 'change'`)
  const rows = file.prepare(
    `select * from changes where seq > ? and seq <= ? order by seq limit ${batchSize}`,
  )
  let lastVersion = version.get()?.['data_version']
  let isBehind = false
  let hasChecked = false
  const checkForCommits = (): void => {
    try {
      const current = version.get()?.['data_version']
      if (current === lastVersion) return
      lastVersion = current
      isBehind = true
      onCommit(false)
    } catch (error) {
      isBehind = true
      onBroken(error as Error)
    }
  }
  const timer = setInterval(checkForCommits, pollPause)
  timer.unref()

  const end = (): number => (highest.get() as { value: number } | undefined)?.value ?? 0

  const rowsAfter = (seq: number, upTo: number) => rows.all(seq, upTo)

  /** The end of the log if no change follows a position, unless one was committed in between. */
  const endAfter = (seq: number, upTo: number): LogPage => {
    const last = end()
    const later = rowsAfter(seq, upTo)
    if (later.length > 0) return pageOf(seq, later.map(changeOf))
    if (!(seq <= last)) throw new LostPosition()
    return { ...pageOf(seq, []), position: String(Math.min(last, upTo)) }
  }

  const next = (position: string, upTo = lastSeq): LogPage => {
    const seq = Number(position)
    const found = rowsAfter(seq, upTo)
    return found.length > 0 ? pageOf(seq, found.map(changeOf)) : endAfter(seq, upTo)
  }

  const readOn = (from: string, onPage: (page: LogPage) => void): string => {
    for (let position = from, hasMore = false; ;) {
      const page = next(position)
      if (page.changes.length > 0 || hasMore) onPage(page)
      ;({ position, hasMore } = page)
      if (!hasMore) return position
    }
  }

  return {
    position: () => Promise.try(() => String(end())),
    // Reads synchronously, so that `hasMore` is up to date as soon as this returns.
    read: (position, onPage) =>
      Promise.try(() => {
        const reached = readOn(position, onPage)
        isBehind = false
        return reached
      }),
    next: (position, upTo) =>
      Promise.try(() => next(position, upTo === undefined ? lastSeq : Number(upTo))),
    after(position, changes) {
      const seq = Number(position)
      const isNext = changes[0]?.seq === seq + 1
      return isNext ? { ...pageOf(seq, changes), hasMore: false } : undefined
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

function pageOf(start: number, changes: readonly Change[]): LogPage {
  const positionAfter = (index: number): string => String(changes[index]?.seq)
  return {
    changes,
    start: String(start),
    position: positionAfter(changes.length - 1),
    hasMore: changes.length === batchSize,
    positionAfter,
  }
}
