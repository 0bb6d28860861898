/** The worker thread of read-threads.ts: runs one statement after the other. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { installGuard } from './budget.ts'
import { addMissingMethods } from '../../node-24.ts'

addMissingMethods()

export interface ThreadSetup {
  path: string
  /** One integer; 1 stops the running statement. */
  stop: SharedArrayBuffer
}

export interface ThreadQuery {
  id: number
  text: string
  values: readonly (string | number | null)[]
  /** Remaining time in milliseconds. */
  timeout: number
}

export interface ThreadResult {
  id: number
  rows: unknown[]
  error?: string
  isStopped?: boolean
}

const maxStatements = 100
/** Units between two checks of the clock, a few milliseconds. */
const unitsPerCheck = 5_000

class Stopped extends Error {}

const { path, stop } = workerData as ThreadSetup
const stopped = new Int32Array(stop)
let deadline = Infinity
let units = 0

const file = new DatabaseSync(path, { timeout: 2_000 })
file.exec('pragma query_only = true; pragma temp_store = memory')
installGuard(file, (more) => {
  units += more
  if (units < unitsPerCheck) return
  units = 0
  if (performance.now() > deadline || Atomics.load(stopped, 0) === 1) throw new Stopped()
})
const statements = new Map<string, StatementSync>()

parentPort?.on('message', (query: ThreadQuery) => {
  parentPort?.postMessage(resultOf(query))
})

function resultOf({ id, text, values, timeout }: ThreadQuery): ThreadResult {
  try {
    deadline = performance.now() + timeout
    if (timeout <= 0 || Atomics.load(stopped, 0) === 1) throw new Stopped()
    return { id, rows: prepared(text).all(...values) }
  } catch (error) {
    return { id, rows: [], error: String(error), isStopped: error instanceof Stopped }
  }
}

function prepared(text: string): StatementSync {
  const cached = statements.get(text)
  if (cached) return cached
  if (statements.size >= maxStatements) statements.clear()
  const statement = file.prepare(text)
  statements.set(text, statement)
  return statement
}
