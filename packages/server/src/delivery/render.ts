/** Fills placeholders by copying bytes, without parsing or serializing JSON. */
import { responseBuffer } from './response-buffers.ts'
import type { Gathered } from './gather.ts'
import type { View } from '../query/view.ts'

export interface Renderer {
  /** Writes generated text between items, one byte per character. */
  text(text: string): void
  /** Writes JSON that may contain values, in UTF-8. */
  json(text: string): void
  /** Returns the number of bytes written. */
  item(itemId: number, view: View): number
  /** Drops the closing bracket of the last item, so that properties can be added. */
  reopen(): void
  /** Everything written so far; throws unless it has the computed length. */
  bytes(): Buffer
}

/** `extra` is the number of bytes besides the items. */
export function renderer(gathered: Gathered, extra: number): Renderer {
  const { depth, isVisible } = gathered
  const out = responseBuffer(gathered.bytes + extra)
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
      else if (hole.kind === 'references') list(hole.ids, hole.view, left)
      else if (isVisible(hole.id)) target(hole.id, hole.view, left)
      else text('null')
    }
    end += bytes.copy(out, end, from)
  }

  function target(itemId: number, view: View, left: number): void {
    if (left === 0) text(String(itemId))
    else item(itemId, view, left - 1)
  }

  function list(ids: readonly number[], view: View, left: number): void {
    text('[')
    let isFirst = true
    for (const id of ids) {
      if (!isVisible(id)) continue
      if (!isFirst) text(',')
      isFirst = false
      target(id, view, left)
    }
    text(']')
  }

  return {
    text,
    json(words) {
      end += out.write(words, end)
    },
    item(itemId, view) {
      const start = end
      item(itemId, view, depth)
      return end - start
    },
    reopen() {
      end -= 1
    },
    bytes() {
      if (end !== out.length) throw new Error(`${end} bytes were written instead of ${out.length}`)
      return out
    },
  }
}
