import type { Editor, JSONContent } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'

/** Replaces only what differs, so that the caret stays in its paragraph. Undo does not include it. */
export function replacedBy({ state, schema }: Editor, content: JSONContent): Transaction {
  const next = schema.nodeFromJSON(content)
  const tr = state.tr
    .setMeta('addToHistory', false)
    .setMeta('preventAutolink', true)
    .setMeta('preventUpdate', true)
  const start = state.doc.content.findDiffStart(next.content)
  const end = state.doc.content.findDiffEnd(next.content)
  if (start === null || !end) return tr
  // Equal text at both ends can overlap, as in "aa" and "aaa".
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
}
