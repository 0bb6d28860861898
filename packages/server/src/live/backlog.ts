/** Reads the part of the change log that a resumed stream has missed. */
import { createScheduler } from '../scheduling/scheduler.ts'
import { LostPosition, type ChangeLog, type LogPage } from '../store/change-log.ts'
import type { Store } from '../store/store.ts'

export interface Backlog {
  /** The next page up to a position of this process. Throws LostPosition. */
  page(position: string, upTo: string, isGone: () => boolean): Promise<LogPage>
  close(): Promise<void>
}

/** After a restart all clients resume at once. Each of them waits between its pages for the others. */
const concurrency = 4
/** The log stays open this long after it was last read, in milliseconds. */
const idleTime = 5_000

export function createBacklog(store: Pick<Store, 'openLog'>): Backlog {
  const scheduler = createScheduler({ running: { total: concurrency } })
  let opening: Promise<ChangeLog> | undefined
  let timer: NodeJS.Timeout | undefined

  async function close(): Promise<void> {
    clearTimeout(timer)
    const opened = opening
    opening = undefined
    await opened?.then((log) => log.close()).catch(() => {})
  }

  async function read(position: string, upTo: string): Promise<LogPage> {
    clearTimeout(timer)
    opening ??= store.openLog({ onCommit() {}, onBroken: () => void close() })
    try {
      return await (await opening).next(position, upTo)
    } catch (error) {
      if (!(error instanceof LostPosition)) void close()
      throw error
    } finally {
      timer = setTimeout(() => void close(), idleTime).unref()
    }
  }

  return {
    page: (position, upTo, isGone) =>
      scheduler.run({ group: '', isGone }, () => read(position, upTo)),
    close,
  }
}
