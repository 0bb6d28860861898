/** JSON as bytes with holes: what is known when a document is read, and what the request decides. */
import type { View } from './view.ts'

export interface Template {
  readonly bytes: Buffer
  /** In the order of their places. */
  readonly holes: readonly Hole[]
}

export type Hole = { readonly at: number } & HoleContent

type HoleContent =
  | { readonly kind: 'reference'; readonly id: number; readonly view: View }
  | { readonly kind: 'media'; readonly id: number }

export interface TemplateWriter {
  text(text: string): void
  hole(content: HoleContent): void
  /** How many bytes there are so far. */
  place(): number
  /** All that was written, as text. */
  written(): { readonly text: string; readonly holes: readonly Hole[] }
  /** The same as bytes, in room of the given length. */
  template(room: (length: number) => Buffer): Template
}

/** Bytes in memory of their own, for values that are cached. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export function templateWriter(): TemplateWriter {
  const holes: Hole[] = []
  let text = ''
  let open = ''
  let at = 0
  const place = (): number => {
    at += Buffer.byteLength(open)
    text += open
    open = ''
    return at
  }
  return {
    text: (more) => {
      open += more
    },
    hole(content) {
      holes.push({ at: place(), ...content })
    },
    place,
    written() {
      place()
      return { text, holes }
    },
    template(room) {
      const bytes = room(place())
      bytes.write(text)
      return { bytes, holes }
    },
  }
}
