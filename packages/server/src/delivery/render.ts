/** Fills holes: copies bytes, and nothing is parsed or written anew. */
import { answerRoom } from './answer-room.ts'
import type { Gathered } from './gather.ts'
import type { View } from './view.ts'

export interface Renderer {
  /** Text of our own between items, one byte a character. */
  text(text: string): void
  /** Returns how many bytes it wrote. */
  item(itemId: number, view: View): number
  /** Takes the bracket at the end of the last item back, for more to come into it. */
  reopen(): void
  /** All that was written, in room that was made for just as much. */
  bytes(): Buffer
}

/** `extra`: how many bytes there will be besides the items. */
export function renderer(gathered: Gathered, extra: number): Renderer {
  const { depth, isVisible } = gathered
  const out = answerRoom(gathered.bytes + extra)
  let end = 0

  function text(words: string): void {
    end += out.write(words, end, 'latin1')
  }

  function item(itemId: number, view: View, left: number): void {
    const { bytes, holes } = gathered.template(itemId, view)
    let from = 0
    for (const hole of holes) {
      end += bytes.copy(out, end, from, hole.at)
      from = hole.at
      if (hole.kind === 'media') end += gathered.mediaBytes(hole.id).copy(out, end)
      else if (!isVisible(hole.id)) text('null')
      else if (left === 0) text(String(hole.id))
      else item(hole.id, hole.view, left - 1)
    }
    end += bytes.copy(out, end, from)
  }

  return {
    text,
    item(itemId, view) {
      const start = end
      item(itemId, view, depth)
      return end - start
    },
    reopen() {
      end -= 1
    },
    bytes() {
      if (end !== out.length) throw new Error(`${end} bytes were written, not ${out.length}`)
      return out
    },
  }
}
