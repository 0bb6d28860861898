/** Memory of many open streams, and the time until a change has reached all of them. */
import type { StoreAddress } from '../../packages/server/src/store/open-store.ts'
import { startOctavo, type Keys, type OctavoTarget } from '../octavo-target.ts'
import { memoryOf, processorTime } from '../processes.ts'
import { median } from '../results.ts'
import { startProcess } from '../worker-process.ts'
import { editNext, type Editing } from './edits.ts'
import { epochTime } from './epoch-time.ts'
import type { StreamMessage, StreamReply } from './stream-process.ts'

export interface StreamFigures {
  /** Megabytes that the server uses in addition at most; undefined if unknown. */
  memory: number | undefined
  /** Milliseconds from the request that makes a change until all streams have received it. */
  median: number
  longest: number
  /** Microseconds of processor time of the server for each stream and change; undefined if unknown. */
  processor: number | undefined
}

/** Clients are processes of their own, each with as many connections as most systems allow. */
const streamsPerProcess = 2_500
const changes = 20
const warmUpChanges = 10

interface World {
  address: StoreAddress
  size: number
  keys: Keys
  streams: number
}

export async function measureStreams({
  address,
  size,
  keys,
  streams,
}: World): Promise<StreamFigures> {
  const clients = Array.from({ length: Math.ceil(streams / streamsPerProcess) }, () =>
    startProcess<StreamMessage, StreamReply>('events/stream-process.ts'),
  )
  let octavo: OctavoTarget | undefined
  /** The latest time that the processes reply with. */
  const requestAll = async (messageOf: (index: number) => StreamMessage): Promise<number> => {
    const replies = await Promise.all(
      clients.map((client, index) => client.request(messageOf(index))),
    )
    const times = replies.map((reply) => {
      if ('failed' in reply) throw new Error(reply.failed)
      return reply.at
    })
    return Math.max(...times)
  }
  try {
    octavo = await startOctavo(address, {
      workers: 1,
      key: keys.draft,
      environment: {
        OCTAVO_MAX_STREAMS: String(streams),
        OCTAVO_MAX_STREAMS_PER_KEY: String(streams),
      },
    })
    const { port, pid } = octavo
    const editing: Editing = { baseUrl: octavo.server.baseUrl, key: keys.draft, size }
    for (let count = 0; count < warmUpChanges; count++) await editNext(editing)
    const megabytes = (): number => ((memoryOf(pid)?.resident ?? NaN) * 1024 ** 2) / 1e6
    const before = megabytes()
    const open = (index: number): number =>
      Math.min(streamsPerProcess, streams - index * streamsPerProcess)
    await requestAll((index) => ({ open: open(index), port, key: keys.published }))
    let highest = megabytes()
    const times: number[] = []
    const processorBefore = processorTime(pid) ?? NaN
    for (let count = 0; count < changes; count++) {
      const started = epochTime()
      const waitFor = await editNext(editing)
      times.push((await requestAll(() => ({ waitFor }))) - started)
      highest = Math.max(highest, megabytes())
    }
    const memory = Number.isNaN(highest) ? undefined : highest - before
    const seconds = (processorTime(pid) ?? NaN) - processorBefore
    const processor = Number.isNaN(seconds) ? undefined : (seconds * 1e6) / (changes * streams)
    return { memory, median: median(times), longest: Math.max(...times), processor }
  } finally {
    await Promise.all([octavo?.stop(), ...clients.map((client) => client.stop())])
  }
}
