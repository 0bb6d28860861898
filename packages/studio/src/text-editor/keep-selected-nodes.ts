/**
 * Outlines nodes that are selected, and puts what is entered after them instead of in their place. Backspace,
 * Delete and Cut remove them.
 */
import { Extension } from '@tiptap/core'
import { Plugin, type Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { createCompositionPlugin } from './compose-after-nodes.ts'
import { isOfNodesAlone, leaveNodes, selectedNodes } from './selected-nodes.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    keepSelectedNodes: {
      /** Puts the caret after the selected nodes, so that what is inserted next does not replace them. */
      leaveSelectedNodes: () => ReturnType
    }
  }
}

export const KeepSelectedNodes = Extension.create({
  name: 'keepSelectedNodes',
  // Before the extensions that handle a paste or Enter themselves.
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
        // Where these return false, the usual handling follows at the new caret.
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

/** False, and nothing happens, unless nodes alone are selected. */
function enterAfter(view: EditorView, text = ''): boolean {
  const { tr } = view.state
  if (!isOfNodesAlone(tr.selection)) return false
  leaveNodes(tr)
  view.dispatch((text === '' ? tr : tr.insertText(text)).scrollIntoView())
  return true
}

/** Letters and Enter; input methods and accents have no letter yet. */
const isForText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'Enter' || (/^(?:.|Process|Dead)$/u.test(key) && !ctrlKey && !metaKey && !altKey)

/** Whether Enter has got what it asks for. */
const isNewLine = ({ state }: EditorView, { key }: KeyboardEvent): boolean =>
  key === 'Enter' && state.selection.$from.parent.content.size === 0

/** What touch keyboards, dictation and character pickers enter comes without a key. */
function enterWithoutKey(view: EditorView, event: InputEvent): boolean {
  if (!event.inputType.startsWith('insert') || !event.cancelable) return false
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  if (!enterAfter(view, text)) return false
  event.preventDefault()
  return true
}
