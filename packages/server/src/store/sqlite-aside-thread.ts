/** The other side of sqlite-aside.ts: answers one statement after the other. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export interface AsideQuestion {
  id: number
  text: string
  values: readonly (string | number | null)[]
}

export interface AsideReply {
  id: number
  rows: unknown[]
  error?: string
}

const mostStatements = 100

const file = new DatabaseSync(workerData as string, { timeout: 2_000 })
file.exec('pragma query_only = true; pragma temp_store = memory')
const statements = new Map<string, StatementSync>()

parentPort?.on('message', ({ id, text, values }: AsideQuestion) => {
  parentPort?.postMessage(reply(id, text, values))
})

function reply(id: number, text: string, values: AsideQuestion['values']): AsideReply {
  try {
    return { id, rows: prepared(text).all(...values) }
  } catch (error) {
    return { id, rows: [], error: String(error) }
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
