/** Reads Server-Sent Events. */
export interface ReceivedEvent {
  event: string
  id: string | undefined
  data: unknown
}

export interface EventReader {
  headers: Headers
  /** The next message with data: its event and the parsed data. */
  next(): Promise<ReceivedEvent | undefined>
  /** The id of the last block, with or without data. */
  lastId(): string | undefined
  stop(): void
}

export async function readEvents(
  url: string,
  headers: Record<string, string>,
): Promise<EventReader> {
  const ending = new AbortController()
  const response = await fetch(url, { headers, signal: ending.signal })
  if (response.status !== 200 || !response.body)
    throw new Error(`the server returned ${response.status}: ${detailOf(response)}`)
  const chunks = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let waiting = ''
  let lastId: string | undefined
  return {
    headers: response.headers,
    async next() {
      for (;;) {
        const end = waiting.indexOf('\n\n')
        if (end === -1) {
          const { done, value } = await chunks.next()
          if (done === true) return undefined
          waiting += value
          continue
        }
        const lines = waiting.slice(0, end).split('\n')
        waiting = waiting.slice(end + 2)
        const field = (name: string): string | undefined =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const id = field('id')
        lastId = id ?? lastId
        const data = field('data')
        if (data !== undefined)
          return { event: field('event') ?? '', id, data: JSON.parse(data) as unknown }
      }
    },
    lastId: () => lastId,
    stop: () => ending.abort(),
  }
}

function detailOf({ headers }: Response): string {
  return headers.get('x-service-detail') ?? ''
}
