/**
 * Loaded into a server before itself (`--import`): counts the statements that SQLite runs, whatever
 * the code between does, and writes the number to stderr when the process gets SIGUSR2.
 */
import { writeSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'

let count = 0
type Method = (this: unknown, ...parameters: unknown[]) => unknown
const prototype = StatementSync.prototype as unknown as Record<string, Method>
for (const name of ['all', 'get', 'iterate', 'run']) {
  const original = prototype[name]
  if (!original) continue
  prototype[name] = function counted(...parameters) {
    count++
    return Reflect.apply(original, this, parameters)
  }
}

process.on('SIGUSR2', () => void writeSync(2, `statements: ${count}\n`))
