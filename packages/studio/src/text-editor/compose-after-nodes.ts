/**
 * Inserts text that an input method composes while nodes are selected after those nodes. Usually a key event
 * comes first and has already moved the caret. Without one, the text is composed in front of inline nodes and
 * nodes with text, and moved when it is complete: after the first character, Chrome sets the caret again by a
 * character count from the start of the selection, and a caret outside the text would end the composition.
 */
import { defaultBlockAt } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, TextSelection, type SelectionBookmark } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isOfNodesAlone, leaveNodes } from './selected-nodes.ts'

/** The state when a composition in front of nodes began. */
interface Origin {
  doc: Node
  from: number
  /** Where the text is composed: at `from`, or in a paragraph that was added there. */
  start: number
  selected: SelectionBookmark
}

export function createCompositionPlugin(): Plugin {
  let origin: Origin | null = null
  return new Plugin({
    props: {
      handleDOMEvents: {
        compositionstart: (view) => {
          // One composition may follow another immediately.
          origin ??= begin(view)
          return false
        },
      },
    },
    view: () => ({
      update: (view) => {
        const begun = origin
        if (!begun || view.composing) return
        origin = null
        // Other plugins handle the end of the composition first.
        queueMicrotask(() => moveBehind(view, begun))
      },
    }),
  })
}

function begin(view: EditorView): Origin | null {
  const { tr } = view.state
  const { doc, selection } = tr
  if (!isOfNodesAlone(selection)) return null
  const { $from, from } = selection
  const isInline = $from.parent.inlineContent
  const hasText = doc.textBetween(from, selection.to) !== ''
  const paragraph = defaultBlockAt($from.parent.contentMatchAt($from.index()))?.create()
  const start = isInline ? from : from + 1
  if (isInline) tr.setSelection(TextSelection.create(doc, start))
  else if (hasText && paragraph)
    tr.insert(from, paragraph).setSelection(TextSelection.create(tr.doc, start))
  else leaveNodes(tr)
  view.dispatch(tr)
  return isInline || hasText ? { doc, from, start, selected: selection.getBookmark() } : null
}

function moveBehind(view: EditorView, { doc, from, start, selected }: Origin): void {
  if (view.isDestroyed) return
  const { tr } = view.state
  const { to } = tr.selection
  const text = to > start ? tr.doc.textBetween(start, to) : ''
  if (start > from) tr.delete(from, from + (tr.doc.nodeAt(from)?.nodeSize ?? 0))
  else if (text !== '') tr.delete(from, to)
  // The document has changed meanwhile, so the text stays where it is.
  if (!tr.doc.eq(doc)) return
  tr.setSelection(selected.resolve(tr.doc))
  if (text !== '') {
    leaveNodes(tr)
    tr.insertText(text)
  }
  view.dispatch(tr.scrollIntoView())
}
