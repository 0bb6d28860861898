/** All measurements on one database, of one size, with one number of processes. */
import { startBare } from './bare.ts'
import { checkedAnswers, checkKept } from './check.ts'
import { countStatements } from './count-statements.ts'
import type { DatabaseKind, DataSet } from './data-sets.ts'
import { startLoadGenerator } from './load.ts'
import { measureRead, type Bench, type Pace } from './measure-reads.ts'
import { measureAfterWrite, measureCreate, measureMixed } from './measure-writes.ts'
import { makeKeys, startOctavo } from './octavo-target.ts'
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
  const keys = await makeKeys(address)
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
    note('comparing answers with the data set')
    const ask = (path: string): Promise<Buffer> => answerOf(target.server.baseUrl, path, keys.draft)
    const shown = await checkedAnswers(names, size, ask)
    const bench: Bench = { load, bare, target, keys, size, pace }
    for (const [name, answers] of shown) {
      note(name)
      result.reads[name] = await measureRead(bench, name, answers)
      // Of several workers, one that was never asked for an answer does not have it.
      if (workers === 1) await checkKept(answers, target.server.baseUrl, keys.published)
    }
    if (!set.isCopy) note('nothing is written: a set of this size is kept as it is')
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

async function answerOf(baseUrl: string, path: string, key: string): Promise<Buffer> {
  const answer = await fetch(new URL(path, baseUrl), { headers: { 'X-SERVICE-API-KEY': key } })
  const body = Buffer.from(await answer.bytes())
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body.toString()}`)
  return body
}
