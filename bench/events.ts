/**
 * `npm run bench:events -- [--database sqlite|postgres] [--only webhooks,streams] [--seconds 6] [--rounds 5]
 * [--streams 5000] [--items 10000] [--data FOLDER]`
 *
 * Measures the cost of events. Webhooks: the rate of R2 under constant edits, with a webhook and without, in
 * turns, and the rate at which its events arrive. Streams: the memory of open streams, and the time until a
 * change has reached all of them. The last table compares the figures with their limits; the exit code is 1
 * if one is missed. Takes three to four minutes.
 */
import { parseArgs } from 'node:util'
import { openDataSets, type DatabaseKind } from './data-sets.ts'
import { measureStreams } from './events/measure-streams.ts'
import { measureWebhooks } from './events/measure-webhooks.ts'
import { listed } from './listed.ts'
import { createKeys } from './octavo-target.ts'
import { textTable, whole } from './print-run.ts'

const databases = ['sqlite', 'postgres'] as const
const parts = ['webhooks', 'streams'] as const
const limits = { eventsPerMinute: 5_000, ratio: 0.9, megabytes: 150, milliseconds: 500 }

const { values: given } = parseArgs({
  options: {
    database: { type: 'string', default: databases.join() },
    only: { type: 'string', default: parts.join() },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
    streams: { type: 'string', default: '5000' },
    items: { type: 'string', default: '10000' },
    data: { type: 'string' },
  },
})
const pace = { seconds: positive('seconds'), rounds: positive('rounds') }
const [streams, size] = [positive('streams'), positive('items')]
const only = listed(given.only, parts, 'only')

/** A figure and its limit, as shown in the table. */
const rows = [['', 'measured', 'limit', '']]

for (const kind of listed(given.database, databases, 'database')) await measure(kind)
console.log(`\n${textTable(rows)}`)

async function measure(kind: DatabaseKind): Promise<void> {
  const sets = await openDataSets(kind, { folder: given.data, sizes: [size] })
  try {
    const { address, end } = await sets.open(size)
    const keys = await createKeys(address)
    console.log(`\n${kind}, ${whole(size)} articles, one process`)
    if (only.includes('webhooks')) await compareWebhooks(kind, { address, size, keys, pace })
    if (only.includes('streams')) await compareStreams(kind, { address, size, keys, streams })
    await end()
  } finally {
    await sets.close()
  }
}

async function compareWebhooks(
  kind: DatabaseKind,
  world: Parameters<typeof measureWebhooks>[0],
): Promise<void> {
  const { plain, hooked, ratios, ratio, eventsPerMinute } = await measureWebhooks(world)
  compare(`${kind}: events per minute to one target`, eventsPerMinute, {
    atLeast: limits.eventsPerMinute,
  })
  compare(`${kind}: R2 beside them, % of R2 without the webhook`, 100 * ratio, {
    atLeast: 100 * limits.ratio,
  })
  const each = ratios.map((one) => (100 * one).toFixed(0)).join(', ')
  console.log(
    `R2 under the same edits: ${whole(plain)}/s without a webhook, ${whole(hooked)}/s with one; ` +
      `pairs of rounds: ${each} %`,
  )
}

async function compareStreams(
  kind: DatabaseKind,
  world: Parameters<typeof measureStreams>[0],
): Promise<void> {
  const { memory, median, longest, processor } = await measureStreams(world)
  const name = `${kind}: ${whole(streams)} streams`
  compare(`${name}, MB of memory`, memory ?? NaN, { atMost: limits.megabytes })
  compare(`${name}, ms until a change has reached all`, longest, { atMost: limits.milliseconds })
  const each = processor === undefined ? '' : `, ${processor.toFixed(1)} µs of processor each`
  console.log(`streams: median ${whole(median)} ms, longest ${whole(longest)} ms${each}`)
}

function compare(
  title: string,
  value: number,
  { atLeast = -Infinity, atMost = Infinity }: { atLeast?: number; atMost?: number },
): void {
  const limit = atMost === Infinity ? `at least ${whole(atLeast)}` : `at most ${whole(atMost)}`
  // Not every system reports the memory of a process.
  if (Number.isNaN(value)) return void rows.push([title, 'unknown', limit, ''])
  const isMet = value >= atLeast && value <= atMost
  if (!isMet) process.exitCode = 1
  rows.push([title, value.toFixed(value < 100 ? 1 : 0), limit, isMet ? 'met' : 'missed'])
}

function positive(option: 'seconds' | 'rounds' | 'streams' | 'items'): number {
  const number = Number(given[option])
  if (number > 0) return number
  throw new Error(`--${option} takes a number above 0, not "${given[option]}"`)
}
