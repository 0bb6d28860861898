/**
 * Runs in a separate process, because a test runner retains promises. Prints how many bytes of each kind of
 * read survive until the next full garbage collection.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHeapSpaceStatistics } from 'node:v8'
import { openStore } from '../store/open-store.ts'
import { fillSample, models, readerOf, sampleItem } from './read-sample.ts'

const [title, author, name] = [201, 210, 401]
const articles = 20
const rounds = 5_000
const measurements = 5

function oldBytes(): number {
  const old = getHeapSpaceStatistics().filter((space) => space.space_name === 'old_space')
  return old.reduce((sum, space) => sum + space.space_used_size, 0)
}

/** The least of several measurements: collections at an unfavorable moment leave more, a leak leaves more each time. */
async function leftBy(ask: (round: number) => Promise<unknown>): Promise<number> {
  const run = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) await ask(round)
  }
  await run()
  const left: number[] = []
  for (let count = 0; count < measurements; count++) {
    globalThis.gc?.()
    const earlier = oldBytes()
    await run()
    left.push(oldBytes() - earlier)
  }
  return Math.round(Math.min(...left) / rounds)
}

const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
const store = await openStore({ dataFolder, database: undefined })
await fillSample(store, [
  sampleItem(1, models.author, { published: { [name]: 'Aki' } }),
  ...Array.from({ length: articles }, (_, index) =>
    sampleItem(2 + index, models.article, { published: { [title]: `Sea ${index}`, [author]: 1 } }),
  ),
])
const reader = readerOf(store)
const item = await leftBy((round) => reader.get(2 + (round % articles), 'depth=1'))
const list = await leftBy(() => reader.list('model=article&limit=5&depth=1'))
await store.close()
await rm(dataFolder, { recursive: true })
process.stdout.write(JSON.stringify({ item, list }))
