/**
 * JSON bytes with placeholders: the bytes are fixed when a document is read, the placeholders depend on the
 * request.
 */
import type { View } from '../query/view.ts'

export interface Template {
  readonly bytes: Buffer
  /** In order of position. */
  readonly holes: readonly Hole[]
}

export type Hole = { readonly at: number } & HoleContent

type HoleContent =
  | { readonly kind: 'reference'; readonly id: number; readonly view: View }
  /** A list with its brackets. Hidden targets are left out. */
  | { readonly kind: 'references'; readonly ids: readonly number[]; readonly view: View }
  | { readonly kind: 'media'; readonly id: number }

export interface TemplateWriter {
  text(text: string): void
  hole(content: HoleContent): void
  /** The number of bytes so far. */
  place(): number
  /** Everything written, as text. */
  written(): { readonly text: string; readonly holes: readonly Hole[] }
  /** The same as bytes, in a buffer that `room` allocates. */
  template(room: (length: number) => Buffer): Template
}

/** Copies bytes into memory of their own, for values that are cached. */
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
