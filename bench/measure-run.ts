/** All measurements for one database, one size and one number of processes. */
import { startBare } from './bare.ts'
import { checkedResponses, checkCached } from './check.ts'
import { countStatements } from './count-statements.ts'
import type { DatabaseKind, DataSet } from './data-sets.ts'
import { startLoadGenerator } from './load.ts'
import { measureRead, type Bench, type Pace } from './measure-reads.ts'
import { measureAfterWrite, measureCreate, measureMixed } from './measure-writes.ts'
import { createKeys, startOctavo } from './octavo-target.ts'
import { readNames } from './operations.ts'
import { memoryOf } from './processes.ts'
import type { RunResult } from './results.ts'

export const parts = [...readNames, 'W1', 'after write', 'mixed', 'statements'] as const
export type Part = (typeof parts)[number]

export interface RunOptions {
  workers: number
  pace: Pace
  only: ReadonlySet<Part>
}

export async function measureRun(
  database: DatabaseKind,
  set: DataSet,
  { workers, pace, only }: RunOptions,
): Promise<RunResult> {
  const { address, size } = set
  const keys = await createKeys(address)
  const target = await startOctavo(address, { workers, key: keys.draft })
  const bare = await startBare(workers)
  const load = startLoadGenerator()
  const result: RunResult = {
    database,
    size,
    workers,
    reads: {},
    startTime: target.startTime,
    databaseBytes: set.bytes,
  }
  const title = `${database}, ${size} articles, ${workers} ${workers > 1 ? 'workers' : 'process'}`
  const note = (what: string): void => console.error(`${title}: ${what}`)
  try {
    const names = readNames.filter((name) => only.has(name))
    note('comparing responses with the data set')
    const fetchBody = (path: string): Promise<Buffer> =>
      bodyOf(target.server.baseUrl, path, keys.draft)
    const shown = await checkedResponses(names, size, fetchBody)
    const bench: Bench = { load, bare, target, keys, size, pace }
    for (const [name, responses] of shown) {
      note(name)
      result.reads[name] = await measureRead(bench, name, responses)
      // With several workers, a response may be cached in only some of them.
      if (workers === 1) await checkCached(responses, target.server.baseUrl, keys.published)
    }
    if (!set.isCopy) note('skipping writes: a data set of this size is read-only')
    if (set.isCopy && only.has('W1')) result.create = await measureCreate(bench)
    if (set.isCopy && only.has('after write')) result.afterWrite = await measureAfterWrite(bench)
    if (set.isCopy && only.has('mixed')) result.mixed = await measureMixed(bench)
    result.memory = memoryOf(target.pid)
  } finally {
    await Promise.all([load.stop(), bare.stop(), target.stop()])
  }
  if (only.has('statements') && workers === 1) {
    note('counting statements')
    result.statements = await countStatements(set, keys)
  }
  return result
}

async function bodyOf(baseUrl: string, path: string, key: string): Promise<Buffer> {
  const response = await fetch(new URL(path, baseUrl), { headers: { 'X-SERVICE-API-KEY': key } })
  const body = Buffer.from(await response.bytes())
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body.toString()}`)
  return body
}
