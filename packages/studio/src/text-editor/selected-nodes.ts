/** Nodes that are selected as a whole: images, dividers, embeds, or any block after Ctrl+click. */
import { defaultBlockAt } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

interface SelectedNode {
  node: Node
  pos: number
}

/** In document order. */
export function selectedNodes(selection: Selection): SelectedNode[] {
  if (selection instanceof NodeSelection) return [{ node: selection.node, pos: selection.from }]
  const found: SelectedNode[] = []
  for (const { $from, $to } of selection.ranges) {
    $from.doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
      const isCovered = pos >= $from.pos && pos + node.nodeSize <= $to.pos
      if (isCovered && isWhole(node)) found.push({ node, pos })
      return !isCovered || !isWhole(node)
    })
  }
  return found
}

/** Whether a node is an image or another atom, but neither text nor a line break. */
const isWhole = (node: Node): boolean =>
  (node.type.name === 'figure' || (node.isAtom && !node.isText)) && NodeSelection.isSelectable(node)

/** Whether only nodes are selected, and no text. Typed text replaces selected text, but never only nodes. */
export function isOfNodesAlone(selection: Selection): boolean {
  if (selection instanceof NodeSelection) return true
  const hasText = selection.ranges.some(
    ({ $from, $to }) => $from.doc.textBetween($from.pos, $to.pos, '', '').trim() !== '',
  )
  return !hasText && selectedNodes(selection).length > 0
}

/** Puts the caret after the selected nodes: in the line for inline nodes, else in a paragraph below. */
export function leaveNodes(tr: Transaction): void {
  const last = selectedNodes(tr.selection).at(-1)
  if (!last) return
  const end = last.pos + last.node.nodeSize
  if (!last.node.isInline) caretBelow(tr, end)
  else if (isWithoutText(tr.doc.resolve(end).parent)) caretBelow(tr, tr.doc.resolve(end).after())
  else tr.setSelection(TextSelection.create(tr.doc, end))
}

const isWithoutText = (node: Node): boolean => node.textContent.trim() === ''

/** Uses the empty paragraph that follows, or creates one. */
function caretBelow(tr: Transaction, end: number): void {
  const $end = tr.doc.resolve(end)
  const type = defaultBlockAt($end.parent.contentMatchAt($end.index()))
  const { nodeAfter } = $end
  const isFree = nodeAfter?.type === type && nodeAfter?.content.size === 0
  if (type && !isFree) tr.insert(end, type.create())
  tr.setSelection(Selection.near(tr.doc.resolve(end + 1)))
}
