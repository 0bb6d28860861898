/**
 * Preloaded into a server (`--import`): counts the statements that SQLite runs, and writes the number to
 * stderr when the process receives SIGUSR2.
 */
import { writeSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

// Threads load this file too, and use a counter that they share with the main thread.
const place = 'octavo bench statements'
if (isMainThread) setEnvironmentData(place, new SharedArrayBuffer(4))
const count = new Int32Array(getEnvironmentData(place) as unknown as SharedArrayBuffer)
type Method = (this: unknown, ...parameters: unknown[]) => unknown
const prototype = StatementSync.prototype as unknown as Record<string, Method>
for (const name of ['all', 'get', 'iterate', 'run']) {
  const original = prototype[name]
  if (!original) continue
  prototype[name] = function counted(...parameters) {
    Atomics.add(count, 0, 1)
    return Reflect.apply(original, this, parameters)
  }
}

if (isMainThread) process.on('SIGUSR2', () => void writeSync(2, `statements: ${count[0]}\n`))
