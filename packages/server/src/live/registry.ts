/** The open streams of a process, by view and by key, within limits. */
import { Refusal, Unavailable } from '@octavo/schema/errors.ts'
import type { KeyRecord } from '../store/records.ts'
import type { EventStream } from './event-stream.ts'
import { nameOfView, type StreamView } from './view.ts'

/** How many streams may be open in this process. */
export interface StreamLimits {
  readonly perKey: number
  readonly inAll: number
}

export const defaultStreamLimits: StreamLimits = { perKey: 5_000, inAll: 8_000 }

/** Streams that receive the same bytes. */
export interface ViewStreams {
  readonly view: StreamView
  readonly streams: Set<EventStream>
}

export interface StreamRegistry {
  /** Throws if the key, or all keys together, have too many streams. */
  add(stream: EventStream): void
  remove(stream: EventStream): void
  /** Lets a stream receive the events of its view. */
  join(stream: EventStream, view: StreamView): void
  readonly all: ReadonlySet<EventStream>
  views(): Iterable<ViewStreams>
  keyIds(): number[]
  ofKey(id: number): Iterable<EventStream>
}

/** Seconds after which a client should try again. */
const retryAfter = 30

/** The key has as many streams as it may have. */
class TooManyStreams extends Refusal {
  readonly seconds = retryAfter

  constructor(limit: number) {
    super('tooManyRequests', `this key may have ${limit} open streams: close one, or retry later`)
    this.name = 'TooManyStreams'
  }
}

export function createRegistry({ perKey, inAll }: StreamLimits): StreamRegistry {
  const all = new Set<EventStream>()
  const byKey = new Map<KeyRecord['id'], Set<EventStream>>()
  const byView = new Map<string, ViewStreams>()
  const viewOf = new WeakMap<EventStream, string>()

  return {
    all,
    add(stream) {
      if (all.size >= inAll) {
        throw new Unavailable('too many streams are open on this server: retry later', retryAfter)
      }
      const own = byKey.getOrInsertComputed(stream.key.id, () => new Set())
      if (own.size >= perKey) throw new TooManyStreams(perKey)
      own.add(stream)
      all.add(stream)
    },
    remove(stream) {
      all.delete(stream)
      const own = byKey.get(stream.key.id)
      own?.delete(stream)
      if (own?.size === 0) byKey.delete(stream.key.id)
      const name = viewOf.get(stream) ?? ''
      const group = byView.get(name)
      group?.streams.delete(stream)
      if (group?.streams.size === 0) byView.delete(name)
    },
    join(stream, view) {
      const name = nameOfView(view)
      viewOf.set(stream, name)
      byView.getOrInsertComputed(name, () => ({ view, streams: new Set() })).streams.add(stream)
    },
    views: () => byView.values(),
    keyIds: () => [...byKey.keys()],
    ofKey: (id) => byKey.get(id) ?? [],
  }
}
