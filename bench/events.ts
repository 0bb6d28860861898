/**
 * `npm run bench:events -- [--database sqlite|postgres] [--only webhooks,streams] [--seconds 10] [--rounds 5]
 * [--streams 5000] [--items 10000] [--data FOLDER]`
 *
 * Measures the cost of events. Webhooks: the rate of R2 under constant edits, with a webhook and without, in
 * turns, and the rate at which its events arrive. Streams: the memory of open streams, and the time until a
 * change has reached all of them. The exit code is 1 if a limit is missed.
 */
import { parseArgs } from 'node:util'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { measureStreams } from './events/measure-streams.ts'
import { measureWebhooks } from './events/measure-webhooks.ts'
import { listed } from './listed.ts'
import { createKeys } from './octavo-target.ts'
import { whole } from './print-run.ts'

const databases = ['sqlite', 'postgres'] as const
const parts = ['webhooks', 'streams'] as const
const limits = { eventsPerMinute: 5_000, ratio: 0.9, megabytes: 150, milliseconds: 500 }

const { values: given } = parseArgs({
  options: {
    database: { type: 'string', default: databases.join() },
    only: { type: 'string', default: parts.join() },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    streams: { type: 'string', default: '5000' },
    items: { type: 'string', default: '10000' },
    data: { type: 'string' },
  },
})
const pace = { seconds: positive('seconds'), rounds: positive('rounds') }
const [streams, size] = [positive('streams'), positive('items')]
const only = listed(given.only, parts, 'only')

for (const kind of listed(given.database, databases, 'database')) await measure(kind)

async function measure(kind: DatabaseKind): Promise<void> {
  const sets = await openDataSets(kind, { folder: given.data, sizes: [size] })
  try {
    const { address, end } = await sets.open(size)
    const keys = await createKeys(address)
    console.log(`\n${kind}, ${whole(size)} articles, one process`)
    if (only.includes('webhooks')) {
      const figures = await measureWebhooks({ address, size, keys, pace })
      const { plain, hooked, ratio, eventsPerMinute } = figures
      const rates = `${whole(hooked)}/s with a webhook, ${whole(plain)}/s without`
      report('events per minute', eventsPerMinute, { atLeast: limits.eventsPerMinute })
      report('R2 with a webhook, % of R2 without', 100 * ratio, { atLeast: 100 * limits.ratio })
      console.log(`  R2: ${rates}`)
    }
    if (only.includes('streams')) {
      const figures = await measureStreams({ address, size, keys, streams })
      const { memory, median, longest, processor } = figures
      const name = `${whole(streams)} streams`
      if (memory !== undefined)
        report(`${name}: MB of memory`, memory, { atMost: limits.megabytes })
      report(`${name}: longest ms to all`, longest, { atMost: limits.milliseconds })
      const each = processor === undefined ? '' : `, ${processor.toFixed(1)} µs of processor each`
      console.log(`  median ${whole(median)} ms${each}`)
    }
    await end()
  } finally {
    await sets.close()
  }
}

function report(
  title: string,
  value: number,
  { atLeast = -Infinity, atMost = Infinity }: { atLeast?: number; atMost?: number },
): void {
  const isMet = value >= atLeast && value <= atMost
  if (!isMet) process.exitCode = 1
  const limit = atMost === Infinity ? `at least ${whole(atLeast)}` : `at most ${whole(atMost)}`
  const shown = value.toFixed(value < 100 ? 1 : 0)
  console.log(`${title.padEnd(40)}${shown.padStart(8)}  ${limit}${isMet ? '' : ': missed'}`)
}

function positive(option: 'seconds' | 'rounds' | 'streams' | 'items'): number {
  const number = Number(given[option])
  if (number > 0) return number
  throw new Error(`--${option} takes a number above 0, not "${given[option]}"`)
}
