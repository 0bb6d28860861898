/** The other side of aside.ts: runs one statement after the other. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { installGuard } from './budget.ts'

export interface AsideSetup {
  path: string
  /** 1 at its only place ends the statement under way. */
  stop: SharedArrayBuffer
}

export interface AsideQuestion {
  id: number
  text: string
  values: readonly (string | number | null)[]
  /** Milliseconds that are left. */
  timeout: number
}

export interface AsideReply {
  id: number
  rows: unknown[]
  error?: string
  isStopped?: boolean
}

const mostStatements = 100
/** Units between two looks at the clock, some milliseconds. */
const unitsPerLook = 5_000

class Stopped extends Error {}

const { path, stop } = workerData as AsideSetup
const stopped = new Int32Array(stop)
let deadline = Infinity
let units = 0

const file = new DatabaseSync(path, { timeout: 2_000 })
file.exec('pragma query_only = true; pragma temp_store = memory')
installGuard(file, (more) => {
  units += more
  if (units < unitsPerLook) return
  units = 0
  if (performance.now() > deadline || Atomics.load(stopped, 0) === 1) throw new Stopped()
})
const statements = new Map<string, StatementSync>()

parentPort?.on('message', (question: AsideQuestion) => {
  parentPort?.postMessage(reply(question))
})

function reply({ id, text, values, timeout }: AsideQuestion): AsideReply {
  try {
    deadline = performance.now() + timeout
    if (timeout <= 0 || Atomics.load(stopped, 0) === 1) throw new Stopped()
    return { id, rows: prepared(text).all(...values) }
  } catch (error) {
    return { id, rows: [], error: String(error), isStopped: error instanceof Stopped }
  }
}

function prepared(text: string): StatementSync {
  const known = statements.get(text)
  if (known) return known
  if (statements.size >= mostStatements) statements.clear()
  const statement = file.prepare(text)
  statements.set(text, statement)
  return statement
}
