/**
 * An event stream for a page. The server closes the oldest streams of an account that has many
 * (`goaway`), and rejects new ones when it has too many. The browser would reconnect immediately, or
 * never. Here a stream that was closed or rejected opens again when the page becomes visible.
 */
export interface FollowOptions {
  open(): EventStream
  /** Usually the document. */
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState: string
  }
  onChange(data: string): void
  /** The stream is open, for the first time or again. Changes before this were not reported. */
  onReady(data: string): void
}

export type EventStream = Pick<EventTarget, 'addEventListener'> &
  Pick<EventSource, 'close' | 'readyState'>

/** The standard value of `EventSource.CLOSED`, which does not exist outside browsers. */
const closed = 2

/** Returns a function that stops following. */
export function follow({ open, page, onChange, onReady }: FollowOptions): () => void {
  let stream: EventStream | undefined
  const stop = (): void => {
    stream?.close()
    stream = undefined
  }

  function start(): void {
    const own = open()
    stream = own
    const on = (name: string, handle: (data: string) => void): void =>
      own.addEventListener(name, (message) => handle((message as MessageEvent<string>).data))
    on('ready', onReady)
    on('change', onChange)
    own.addEventListener('goaway', stop)
    // Unless the stream is closed, the browser reconnects by itself.
    own.addEventListener('error', () => void (own.readyState === closed && stop()))
  }

  const onVisibilityChange = (): void => {
    if (!stream && page.visibilityState === 'visible') start()
  }
  start()
  page.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    page.removeEventListener('visibilitychange', onVisibilityChange)
    stop()
  }
}
