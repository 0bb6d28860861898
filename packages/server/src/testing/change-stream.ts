/** Reads a stream of `GET /changes` in tests. */
import { readEvents, type EventReader } from './sse.ts'

export interface SentEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: SentData
}

export interface SentData {
  readonly type: string
  readonly timestamp: string
  readonly reason?: string
  readonly data: {
    readonly id: number | null
    readonly model: string | null
    readonly space: string | null
    readonly lang: string | null
    readonly tags: readonly string[]
  }
}

export interface ChangeStream extends Pick<EventReader, 'headers' | 'lastId' | 'stop'> {
  /** The next event; undefined at the end of the stream. */
  next(): Promise<SentEvent | undefined>
  /** The events up to and including the first one that matches. */
  until(isLast: (event: SentEvent) => boolean): Promise<SentEvent[]>
}

export async function openChanges(
  api: string,
  key: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string | undefined } = {},
): Promise<ChangeStream> {
  const reader = await readEvents(`${api}/v1/changes${query}`, {
    'X-SERVICE-API-KEY': key,
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  })
  const next = async (): Promise<SentEvent | undefined> =>
    (await reader.next()) as SentEvent | undefined
  return {
    ...reader,
    next,
    async until(isLast) {
      const events: SentEvent[] = []
      for (;;) {
        const event = await next()
        if (!event) throw new Error('the stream has ended')
        events.push(event)
        if (isLast(event)) return events
      }
    },
  }
}
