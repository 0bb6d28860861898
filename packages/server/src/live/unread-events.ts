/**
 * The events that clients have not read yet. Streams of a view share the bytes of an event, so they count
 * once. Beyond the limit, the streams that have not read the oldest bytes are closed.
 */
export interface UnreadEvents {
  /** Counts the bytes until this reader releases them. */
  hold(bytes: Buffer, reader: EventReader): void
  release(bytes: Buffer, reader: EventReader): void
  /** Bytes that are held. */
  total(): number
}

export interface EventReader {
  /** Closes the stream and releases its bytes. */
  cut(): void
}

/** In bytes. */
const defaultLimit = 64 * 1024 * 1024

export function createUnreadEvents(limit = defaultLimit): UnreadEvents {
  /** The readers of each buffer, the oldest buffer first. */
  const held = new Map<Buffer, Set<EventReader>>()
  let total = 0

  function cutOldest(): void {
    const [readers = []] = held.values()
    for (const reader of Array.from(readers)) reader.cut()
  }

  return {
    hold(bytes, reader) {
      const readers = held.get(bytes)
      if (readers) return void readers.add(reader)
      held.set(bytes, new Set([reader]))
      total += bytes.length
      while (total > limit) cutOldest()
    },
    release(bytes, reader) {
      const readers = held.get(bytes)
      if (!readers?.delete(reader) || readers.size > 0) return
      held.delete(bytes)
      total -= bytes.length
    },
    total: () => total,
  }
}
