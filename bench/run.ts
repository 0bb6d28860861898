/**
 * `npm run bench -- [--sizes 10000,100000,1000000] [--database sqlite|postgres] [--workers 1,2]
 *   [--only R1,R6,W1,mixed,…] [--seconds 3] [--rounds 5] [--data FOLDER] [--publish]`
 *
 * Compares reads and writes with a bare `node:http` server in the same run, and prints which floors
 * hold. `--data` keeps the data sets for the next run. `--publish` writes the figures, plots and
 * tables to docs/. Exits with 1 only if a response is wrong.
 */
import { parseArgs } from 'node:util'
import { WrongResponse } from './check.ts'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { floorsOf, printFloors } from './floors.ts'
import { listed } from './listed.ts'
import { thisMachine } from './machine.ts'
import { measureRun, type Part, parts } from './measure-run.ts'
import { publish } from './publish.ts'
import { printRun } from './print-run.ts'
import type { RunResult } from './results.ts'

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    database: { type: 'string', default: 'sqlite,postgres' },
    workers: { type: 'string', default: '1,2' },
    only: { type: 'string', default: parts.join() },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
})
const sizes = numbers(given.sizes, 'sizes')
const workers = numbers(given.workers, 'workers')
const pace = { seconds: Number(given.seconds), rounds: Number(given.rounds) }
const databases = listed(given.database, ['sqlite', 'postgres'] as const, 'database')
const only = new Set<Part>(
  listed(given.only.replace(/\bR6(?! )/, 'R6 ASCII,R6 Japanese'), parts, 'only'),
)

const runs: RunResult[] = []
try {
  for (const database of databases) await measureDatabase(database)
  printFloors(floorsOf(runs))
  if (given.publish) await publish({ machine: thisMachine(pace), runs })
} catch (error) {
  if (!(error instanceof WrongResponse)) throw error
  console.error(`Wrong response, so the results are invalid. ${error.message}`)
  process.exitCode = 1
}

async function measureDatabase(database: DatabaseKind): Promise<void> {
  const sets = await openDataSets(database, { folder: given.data, sizes })
  try {
    for (const size of sizes) {
      for (const count of workers) {
        const set = await sets.open(size)
        try {
          const run = await measureRun(database, set, { workers: count, pace, only })
          printRun(run)
          runs.push(run)
        } finally {
          await set.end()
        }
      }
    }
  } finally {
    await sets.close()
  }
}

function numbers(text: string, option: string): number[] {
  const list = text.split(',').map(Number)
  if (list.every((number) => Number.isInteger(number) && number > 0)) return list
  throw new Error(`--${option} takes whole numbers separated by commas, not "${text}"`)
}
