/** The rate of a read under constant writes, with and without a webhook, and the rate of its events. */
import { placeFlags } from '../../packages/server/src/testing/octavo.ts'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import type { StoreAddress } from '../../packages/server/src/store/open-store.ts'
import { startLoadGenerator, type LoadGenerator } from '../load.ts'
import { connections, requestsOf, type Pace } from '../measure-reads.ts'
import { startOctavo, type Keys, type OctavoTarget } from '../octavo-target.ts'
import { readQueriesOf } from '../operations.ts'
import { median } from '../results.ts'
import { startProcess, type WorkerProcess } from '../worker-process.ts'
import { editAtRate } from './edits.ts'
import type { TargetMessage, TargetReply } from './target-process.ts'

export interface WebhookFigures {
  /** Responses per second of R2, without and with the webhook: medians. */
  plain: number
  hooked: number
  /** The ratios of adjacent rounds, and their median. */
  ratios: number[]
  ratio: number
  /** From the first write of a round to the last event: the slowest round. */
  eventsPerMinute: number
}

/** More than the events that are required, so that the last event may arrive a little later. */
const editsPerMinute = 5_400

/** For half a minute, V8 compiles the functions that record and deliver events. */
const warmUps = 3

interface World {
  address: StoreAddress
  size: number
  keys: Keys
  pace: Pace
}

export async function measureWebhooks({
  address,
  size,
  keys,
  pace,
}: World): Promise<WebhookFigures> {
  const target = startProcess<TargetMessage, TargetReply>('events/target-process.ts')
  const load = startLoadGenerator()
  let octavo: OctavoTarget | undefined
  try {
    const { port } = await target.request({ listen: true })
    const flags = placeFlags(address)
    const settings = ['--name', 'bench', '--target', `http://127.0.0.1:${port}/`]
    const words = ['webhook', 'create', ...settings, '--events', 'item.published', ...flags]
    const { id } = JSON.parse(await printedBy(words)) as { id: number }
    octavo = await startOctavo(address, {
      workers: 1,
      key: keys.draft,
      environment: { OCTAVO_WEBHOOK_ALLOW: '127.0.0.0/8' },
    })
    const set = async (isEnabled: boolean): Promise<void> => {
      const command = isEnabled ? 'enable' : 'disable'
      await printedBy(['webhook', command, String(id), ...flags])
    }
    const figures = await inRounds({ load, octavo, target, keys, size, pace, set })
    // The thread that delivers would count as memory of streams.
    await printedBy(['webhook', 'delete', String(id), ...flags])
    return figures
  } finally {
    await Promise.all([octavo?.stop(), load.stop(), target.stop()])
  }
}

interface Rounds {
  load: LoadGenerator
  octavo: OctavoTarget
  target: WorkerProcess<TargetMessage, TargetReply>
  keys: Keys
  size: number
  pace: Pace
  /** Enables or disables the webhook. */
  set(isEnabled: boolean): Promise<void>
}

async function inRounds(rounds: Rounds): Promise<WebhookFigures> {
  const { pace, set } = rounds
  const plain: number[] = []
  const hooked: number[] = []
  const eventRates: number[] = []
  for (let round = 0; round < warmUps + pace.rounds; round++) {
    // In alternating order, so that a machine that slows down favors neither.
    const order = round % 2 === 0 ? [false, true] : [true, false]
    for (const isHooked of order) {
      await set(isHooked)
      const { rate, eventsPerMinute } = await measureRound(rounds, isHooked)
      if (round < warmUps) continue
      ;(isHooked ? hooked : plain).push(rate)
      if (eventsPerMinute !== undefined) eventRates.push(eventsPerMinute)
    }
  }
  const ratios = hooked.map((rate, index) => rate / (plain[index] ?? NaN))
  return {
    plain: median(plain),
    hooked: median(hooked),
    ratios,
    ratio: median(ratios),
    eventsPerMinute: Math.min(...eventRates),
  }
}

async function measureRound(
  { load, octavo, target, keys, size, pace }: Rounds,
  isHooked: boolean,
): Promise<{ rate: number; eventsPerMinute: number | undefined }> {
  const { seconds } = pace
  const editing = { baseUrl: octavo.server.baseUrl, key: keys.draft, size }
  const reading = load.run({
    port: octavo.port,
    connections,
    until: { seconds },
    requests: requestsOf(readQueriesOf('R2', size, 1), keys.draft),
    // Edits change the listed articles.
    isSteady: false,
  })
  const [{ rate }, edits] = await Promise.all([
    reading,
    editAtRate(editing, { perMinute: editsPerMinute, seconds }),
  ])
  if (!isHooked) return { rate, eventsPerMinute: undefined }
  const { at } = await target.request({ waitFor: edits.count })
  return { rate, eventsPerMinute: (edits.count * 60_000) / (at - edits.startedAt) }
}
