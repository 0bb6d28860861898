/** W1, and reads with concurrent writes. */
import { requestText, startLoadGenerator, type LoadResult } from './load.ts'
import { figureOf, middle, requestsOf, type Bench } from './measure-reads.ts'
import { octavoCreation, readQueriesOf, readNames, type ReadName } from './operations.ts'
import { median, type Figure, type MixedFigures } from './results.ts'

const readers = 100
const writers = 10
const pairs = 40

function creationOf({ keys }: Bench): string[] {
  const headers = { 'X-SERVICE-API-KEY': keys.draft }
  return [requestText({ method: 'POST', headers, ...octavoCreation() })]
}

/** One client creates articles one after the other. */
export async function measureCreate(bench: Bench): Promise<Figure> {
  const { load, target, pace } = bench
  const requests = creationOf(bench)
  const figures: Figure[] = []
  for (let round = 0; round <= pace.rounds; round++) {
    const result = await load.run({
      port: target.port,
      connections: 1,
      until: { seconds: pace.seconds },
      requests,
      isSteady: false,
    })
    if (round > 0) figures.push(figureOf(result))
  }
  return middle(figures)
}

/** One client repeatedly creates an article and then reads; only the read is timed. */
export async function measureAfterWrite(bench: Bench): Promise<Partial<Record<ReadName, number>>> {
  const { load, target, keys, size } = bench
  const creation = creationOf(bench)
  const sendOnce = (requests: readonly string[]): Promise<LoadResult> => {
    const until = 'all requests sent'
    return load.run({ port: target.port, connections: 1, until, requests, isSteady: false })
  }
  const found: Partial<Record<ReadName, number>> = {}
  for (const name of readNames) {
    const times: number[] = []
    const readQueries = readQueriesOf(name, size, pairs)
    for (let pair = 0; pair < pairs; pair++) {
      await sendOnce(creation)
      const readQuery = readQueries[pair % readQueries.length]
      if (readQuery) times.push((await sendOnce(requestsOf([readQuery], keys.draft))).p50)
    }
    found[name] = median(times)
  }
  return found
}

/** Seven of ten readers request one item, the others lists. */
function mixedRequests({ size, keys }: Bench): string[] {
  const most = 2_000
  const items = readQueriesOf('R1', size, most * 7)
  const lists = (['R2', 'R4', 'R5'] as const).map((name) => readQueriesOf(name, size, most))
  const requests = Array.from({ length: most }, (_, index) => [
    ...items.slice(index * 7, index * 7 + 7),
    ...lists.flatMap((list) => list[index % list.length] ?? []),
  ])
  return requestsOf(requests.flat(), keys.draft)
}

export async function measureMixed(bench: Bench): Promise<MixedFigures> {
  const { load, target, pace } = bench
  const { port } = target
  const writing = startLoadGenerator()
  const creation = creationOf(bench)
  const requests = mixedRequests(bench)
  const found = { alone: [] as Figure[], withWriters: [] as Figure[], writes: [] as Figure[] }
  let start = 0
  const read = async (): Promise<Figure> => {
    const until = { seconds: pace.seconds }
    const run = { port, connections: readers, until, requests, start, isSteady: false }
    const result = await load.run(run)
    start += result.responses
    return figureOf(result)
  }
  const write = async (): Promise<Figure> => {
    const until = { seconds: pace.seconds }
    const run = { port, connections: writers, until, requests: creation, isSteady: false }
    return figureOf(await writing.run(run))
  }
  for (let round = 0; round <= pace.rounds; round++) {
    const alone = await read()
    const [withWriters, writes] = await Promise.all([read(), write()])
    if (round === 0) continue
    found.alone.push(alone)
    found.withWriters.push(withWriters)
    found.writes.push(writes)
  }
  await writing.stop()
  return {
    readers,
    writers,
    alone: middle(found.alone),
    withWriters: middle(found.withWriters),
    writes: middle(found.writes),
  }
}
