/** Reads Server-Sent Events. */
export interface EventReader {
  /** The next message with data: its event and the parsed data. */
  next(): Promise<{ event: string; data: unknown } | undefined>
  stop(): void
}

export async function readEvents(
  url: string,
  headers: Record<string, string>,
): Promise<EventReader> {
  const ending = new AbortController()
  const response = await fetch(url, { headers, signal: ending.signal })
  if (response.status !== 200 || !response.body)
    throw new Error(`the server returned ${response.status}`)
  const chunks = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let waiting = ''
  return {
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
        const data = field('data')
        if (data !== undefined)
          return { event: field('event') ?? '', data: JSON.parse(data) as unknown }
      }
    },
    stop: () => ending.abort(),
  }
}
