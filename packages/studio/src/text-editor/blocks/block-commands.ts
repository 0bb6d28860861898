/** Moves, duplicates and deletes whole blocks. */
import { Extension } from '@tiptap/core'
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'

/** Adjacent blocks with the same parent. */
export interface BlockRange {
  from: number
  to: number
}

/** The selected blocks: items of one list, else blocks of the text. */
export function selectedBlocks({ selection: { $from, $to } }: EditorState): BlockRange {
  const depth = depthOf($from, $to)
  if (depth === 0) return { from: $from.pos, to: $to.pos }
  return { from: $from.before(depth), to: $to.after(depth) }
}

function depthOf($from: ResolvedPos, $to: ResolvedPos): number {
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const isItem = $from.node(depth).type.name === 'listItem'
    const isList = $from.node(depth).type.name.endsWith('List')
    if (isItem) return depth
    if (isList && $from.depth > depth && $to.depth > depth) return depth + 1
  }
  // A block that is selected as a whole is not inside itself.
  return Math.min($from.depth, $to.depth, 1)
}

/** Exchanges the blocks with the one before or after them. The blocks themselves, and so the caret, stay. */
function move(tr: Transaction, { from, to }: BlockRange, by: 'up' | 'down'): boolean {
  const other = by === 'up' ? tr.doc.resolve(from).nodeBefore : tr.doc.resolve(to).nodeAfter
  if (!other) return false
  if (by === 'up') {
    tr.delete(from - other.nodeSize, from).insert(to - other.nodeSize, other)
  } else {
    tr.delete(to, to + other.nodeSize).insert(from, other)
  }
  tr.scrollIntoView()
  return true
}

function duplicate(tr: Transaction, { from, to }: BlockRange): void {
  tr.insert(to, withoutIds(tr.doc.slice(from, to).content)).scrollIntoView()
}

/** The ids of headings are unique in a text. */
function withoutIds(content: Fragment): Fragment {
  const copies: Node[] = []
  content.forEach((node) => {
    if (node.isText) return void copies.push(node)
    const { id: _id, ...others } = (node.attrs['preserved'] ?? {}) as Record<string, string>
    const preserved = Object.keys(others).length > 0 ? others : null
    const attributes = 'preserved' in node.attrs ? { ...node.attrs, preserved } : node.attrs
    copies.push(node.type.create(attributes, withoutIds(node.content), node.marks))
  })
  return Fragment.from(copies)
}

function remove(tr: Transaction, { from, to }: BlockRange): void {
  tr.delete(from, to).scrollIntoView()
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blocks: {
      moveBlocks: (by: 'up' | 'down', range?: BlockRange) => ReturnType
      duplicateBlocks: (range?: BlockRange) => ReturnType
      deleteBlocks: (range?: BlockRange) => ReturnType
    }
  }
}

export const BlockCommands = Extension.create({
  name: 'blockCommands',
  addCommands: () => ({
    moveBlocks:
      (by, range) =>
      ({ tr, state }) =>
        move(tr, range ?? selectedBlocks(state), by),
    duplicateBlocks:
      (range) =>
      ({ tr, state }) => {
        duplicate(tr, range ?? selectedBlocks(state))
        return true
      },
    deleteBlocks:
      (range) =>
      ({ tr, state }) => {
        remove(tr, range ?? selectedBlocks(state))
        return true
      },
  }),
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => editor.commands.moveBlocks('up'),
    'Alt-Shift-ArrowDown': ({ editor }) => editor.commands.moveBlocks('down'),
    'Mod-Shift-d': ({ editor }) => editor.commands.duplicateBlocks(),
  }),
})
