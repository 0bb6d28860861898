/** One open stream: its bytes, and a bound for what the client has not read yet. */
import { Readable } from 'node:stream'
import type { KeyRecord } from '../store/records.ts'
import type { EventReader, UnreadEvents } from './unread-events.ts'
import { eventText } from './view.ts'

/** Why the server ends a stream. */
export const goawayReasons = {
  shutdown: 'the server is restarting: connect again',
  'key-revoked': 'the key is revoked, disabled or expired',
  'key-changed': 'the permissions of the key have changed: connect again',
  suspended: 'the space is suspended',
  'too-slow': 'the client reads too slowly: connect again with the last event id',
  unavailable: 'the server cannot read the change log: connect again',
} as const
export type GoawayReason = keyof typeof goawayReasons

/** Bytes that a client may have unread. They are shared by all streams of a view. */
const maxUnread = 1024 * 1024
/** Bytes that leave the queue at once, and no longer count as unread. */
const pieceBytes = 16 * 1024

export class EventStream implements EventReader {
  readonly body: Readable
  readonly key: KeyRecord
  readonly #unread: UnreadEvents
  /** Events that the client has not read, or that wait for those before them. */
  #queue: Buffer[] = []
  #queuedBytes = 0
  /** Whether the queue waits for events that are read from the log. */
  #isHeld = false
  /** Events from the log that are being written. */
  #replayed: Buffer | undefined
  #isEnded = false
  #wantsMore = false
  #onRead: (() => void) | undefined

  constructor(key: KeyRecord, unread: UnreadEvents) {
    this.key = key
    this.#unread = unread
    this.body = new Readable({
      highWaterMark: pieceBytes,
      read: () => this.#flow(),
      destroy: (error, done) => {
        this.#drop()
        done(error)
      },
    })
  }

  get isEnded(): boolean {
    return this.#isEnded || this.body.destroyed
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Keeps later events back until `release`. */
  hold(): void {
    while (this.#queue.length > 0) this.#wantsMore = this.body.push(this.#takePiece())
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    if (this.#wantsMore) this.#flow()
  }

  write(bytes: Buffer): void {
    if (this.isEnded) return
    if (this.body.readableLength + this.#queuedBytes > maxUnread) return this.end('too-slow')
    this.#add(bytes)
  }

  /** Writes before the events that are kept back. Resolves when the client has read enough for more. */
  async writeFirst(text: string): Promise<void> {
    if (this.isEnded || text === '') return
    const bytes = Buffer.from(text)
    this.#replayed = bytes
    this.#unread.hold(bytes, this)
    // If the stream ends meanwhile, the client still gets whole events.
    for (let at = 0; at < bytes.length && !this.body.destroyed; at += pieceBytes) {
      this.#wantsMore = this.body.push(bytes.subarray(at, at + pieceBytes))
      if (!this.#wantsMore) await this.#read()
    }
    this.#replayed = undefined
    this.#unread.release(bytes, this)
    if (this.#isEnded) this.release()
  }

  end(reason: GoawayReason): void {
    if (this.isEnded) return
    this.#isEnded = true
    // Events that were kept back would follow events that are missing.
    if (this.#isHeld) this.#dropQueue()
    if (!this.#replayed) this.#isHeld = false
    this.#add(
      Buffer.from(eventText('goaway', undefined, { reason, detail: goawayReasons[reason] })),
    )
  }

  cut(): void {
    this.#drop()
    this.body.destroy()
  }

  #add(bytes: Buffer): void {
    // Most events take this way: the client has read everything before.
    if (this.#wantsMore && !this.#isHeld && !this.#isEnded && this.#queue.length === 0) {
      this.#wantsMore = this.body.push(bytes)
      return
    }
    this.#queue.push(bytes)
    this.#queuedBytes += bytes.length
    if (this.#wantsMore && !this.#isHeld) this.#flow()
    else this.#unread.hold(bytes, this)
  }

  /** Called when the client can read more. */
  #flow(): void {
    this.#wantsMore = true
    while (this.#wantsMore && this.#queue.length > 0 && !this.#isHeld) {
      this.#wantsMore = this.body.push(this.#takePiece())
    }
    if (this.#isEnded && this.#queue.length === 0 && !this.#replayed) this.body.push(null)
    this.#onRead?.()
  }

  #takePiece(): Buffer {
    let [count, length] = [0, 0]
    while (count < this.#queue.length && length < pieceBytes) {
      length += this.#queue[count++]?.length ?? 0
    }
    const taken = this.#queue.splice(0, count)
    this.#queuedBytes -= length
    for (const bytes of taken) this.#unread.release(bytes, this)
    return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken)
  }

  #drop(): void {
    if (this.#replayed) this.#unread.release(this.#replayed, this)
    this.#dropQueue()
  }

  #dropQueue(): void {
    for (const bytes of this.#queue) this.#unread.release(bytes, this)
    this.#queue = []
    this.#queuedBytes = 0
  }

  /** Resolves when the client can read more, or is gone. */
  #read(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#onRead = undefined
        this.body.off('close', end)
        resolve()
      }
      this.#onRead = end
      this.body.once('close', end)
    })
  }
}
