/**
 * An event stream that is open while somebody may look at it. The server ends the oldest streams of an
 * account that has many (`goaway`), and refuses new ones when it has too many. The browser would ask
 * again at once, or never: here a stream that was ended or refused opens again when the page is next
 * looked at.
 */
export interface FollowOptions {
  open(): EventStream
  /** Usually the document. */
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState: string
  }
  onChange(data: string): void
  /** The stream is open again; changes may have been missed. */
  onReopen(): void
}

export type EventStream = Pick<EventTarget, 'addEventListener'> &
  Pick<EventSource, 'close' | 'readyState'>

/** Of the standard; `EventSource.CLOSED` is not there outside browsers. */
const closed = 2

/** Returns what ends it. */
export function follow({ open, page, onChange, onReopen }: FollowOptions): () => void {
  let stream: EventStream | undefined
  const stop = (): void => {
    stream?.close()
    stream = undefined
  }

  function start(): void {
    const own = open()
    stream = own
    own.addEventListener('change', (message) => onChange((message as MessageEvent<string>).data))
    own.addEventListener('goaway', stop)
    // While it is not closed, the browser connects again by itself.
    own.addEventListener('error', () => void (own.readyState === closed && stop()))
  }

  const onLook = (): void => {
    if (stream || page.visibilityState !== 'visible') return
    start()
    onReopen()
  }
  start()
  page.addEventListener('visibilitychange', onLook)
  return () => {
    page.removeEventListener('visibilitychange', onLook)
    stop()
  }
}
