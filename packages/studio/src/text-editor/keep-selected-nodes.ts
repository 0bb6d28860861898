/**
 * Outlines selected nodes, and inserts typed or pasted content after them instead of replacing them.
 * Backspace, Delete and Cut remove them.
 */
import { Extension } from '@tiptap/core'
import { Plugin, type Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { createCompositionPlugin } from './compose-after-nodes.ts'
import { isOfNodesAlone, leaveNodes, selectedNodes } from './selected-nodes.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    keepSelectedNodes: {
      /** Puts the caret after the selected nodes, so that the next insertion does not replace them. */
      leaveSelectedNodes: () => ReturnType
    }
  }
}

export const KeepSelectedNodes = Extension.create({
  name: 'keepSelectedNodes',
  // Runs before the extensions that handle paste or Enter.
  priority: 1000,
  addCommands: () => ({
    leaveSelectedNodes:
      () =>
      ({ tr }) => {
        if (isOfNodesAlone(tr.selection)) leaveNodes(tr)
        return true
      },
  }),
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc, selection }) => DecorationSet.create(doc, outlinesOf(selection)),
        handleTextInput: (view, _from, _to, text) => enterAfter(view, text),
        // If these return false, the default handling continues at the new caret.
        handleKeyDown: (view, event) =>
          isForText(event) && enterAfter(view) && isNewLine(view, event),
        handlePaste: (view, _event, { size }) => size > 0 && enterAfter(view) && false,
        handleDOMEvents: { beforeinput: enterWithoutKey },
      },
    }),
    createCompositionPlugin(),
  ],
})

const outlinesOf = (selection: Selection): Decoration[] =>
  selectedNodes(selection).map(({ node, pos }) =>
    Decoration.node(pos, pos + node.nodeSize, { class: 'selected-node' }),
  )

/** Does nothing and returns false unless the selection has only nodes. */
function enterAfter(view: EditorView, text = ''): boolean {
  const { tr } = view.state
  if (!isOfNodesAlone(tr.selection)) return false
  leaveNodes(tr)
  view.dispatch((text === '' ? tr : tr.insertText(text)).scrollIntoView())
  return true
}

/** Letters and Enter. Keys of input methods and dead keys have no letter yet. */
const isForText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'Enter' || (/^(?:.|Process|Dead)$/u.test(key) && !ctrlKey && !metaKey && !altKey)

/** Whether the caret is already on a new line, so that Enter needs no other. */
const isNewLine = ({ state }: EditorView, { key }: KeyboardEvent): boolean =>
  key === 'Enter' && state.selection.$from.parent.content.size === 0

/** Touch keyboards, dictation and character pickers send input without key events. */
function enterWithoutKey(view: EditorView, event: InputEvent): boolean {
  if (!event.inputType.startsWith('insert') || !event.cancelable) return false
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  if (!enterAfter(view, text)) return false
  event.preventDefault()
  return true
}
