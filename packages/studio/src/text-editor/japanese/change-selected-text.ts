import type { Editor } from '@tiptap/core'

/** Changes the selected text and keeps its formatting. One step of undo. */
export function changeSelectedText(editor: Editor, change: (text: string) => string): void {
  const { state, view } = editor
  const { from, to } = state.selection
  const parts: { from: number; to: number; text: string }[] = []
  state.doc.nodesBetween(from, to, (node, at) => {
    if (!node.isText) return
    const start = Math.max(from, at)
    const end = Math.min(to, at + node.nodeSize)
    const before = node.text?.slice(start - at, end - at) ?? ''
    const text = change(before)
    if (text !== before) parts.push({ from: start, to: end, text })
  })
  const step = state.tr
  // From the end, so that the earlier positions stay valid.
  for (const { from: start, to: end, text } of parts.toReversed()) {
    const marks = state.doc.resolve(start).marksAcross(state.doc.resolve(end)) ?? []
    step.replaceWith(start, end, state.schema.text(text, marks))
  }
  if (parts.length > 0) view.dispatch(step)
  view.focus()
}
