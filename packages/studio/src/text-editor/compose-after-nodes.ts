/**
 * An input method begins to compose while nodes are selected: its text goes after them. A key comes first as a
 * rule, and has already moved the caret. Without one, the text of inline nodes is composed in front of them and
 * moved when it is complete: after the first character Chrome sets the caret again, by a count of characters from
 * where the selection began, and a caret outside the text ends the composition.
 */
import type { Node } from '@tiptap/pm/model'
import { Plugin, TextSelection, type SelectionBookmark } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isOfNodesAlone, leaveNodes } from './selected-nodes.ts'

/** How things were when text began to be composed in front of nodes. */
interface Origin {
  doc: Node
  from: number
  selected: SelectionBookmark
}

export function createCompositionPlugin(): Plugin {
  let origin: Origin | null = null
  return new Plugin({
    props: {
      handleDOMEvents: {
        compositionstart: (view) => {
          // One composition may follow another at once.
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
        // Other plugins see the end of the composition first.
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
  if (isInline) tr.setSelection(TextSelection.create(doc, from))
  else leaveNodes(tr)
  view.dispatch(tr)
  return isInline ? { doc, from, selected: selection.getBookmark() } : null
}

function moveBehind(view: EditorView, { doc, from, selected }: Origin): void {
  if (view.isDestroyed) return
  const { tr } = view.state
  const { to } = tr.selection
  const text = to > from ? tr.doc.textBetween(from, to) : ''
  if (text !== '') tr.delete(from, to)
  // Something else has changed meanwhile: the text stays where it is.
  if (!tr.doc.eq(doc)) return
  tr.setSelection(selected.resolve(tr.doc))
  if (text !== '') {
    leaveNodes(tr)
    tr.insertText(text)
  }
  view.dispatch(tr.scrollIntoView())
}
