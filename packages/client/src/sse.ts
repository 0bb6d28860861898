/** Reads server-sent events from the body of a response. */

export interface ServerEvent {
  readonly event: string
  readonly data: string
}

export interface EventState {
  /** The id that resumes the stream after the last event. */
  lastEventId: string
  /** The pause before the next connection that the server requests, in milliseconds. */
  retry: number | undefined
}

/** Yields events with data, and undefined for everything else that arrives, such as a heartbeat. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  state: EventState,
): AsyncGenerator<ServerEvent | undefined, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line break.
      const text = rest.replaceAll(/\r\n|\r(?!$)/g, '\n')
      const blocks = text.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventIn(block, state)
      yield undefined
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function eventIn(block: string, state: EventState): ServerEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) state.lastEventId = value
    else if (name === 'retry' && /^\d+$/.test(value)) state.retry = Number(value)
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined
}
