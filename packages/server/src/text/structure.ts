import { append, appendAll, element, isBlank, isElement, tableParts } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/**
 * The children of an element in an arrangement that a parser gives back as it is. Parsers make most
 * of it so; what is mended here appears when an element between two others is removed.
 */
export function arranged(parent: string, children: TreeNode[]): TreeNode[] {
  if (parent === 'ul' || parent === 'ol') return listItems(children)
  if (parent === 'dl') return descriptions(children)
  if (parent in tableLevels) return children // arrangedTable sees to them
  return children.some((child) => isElement(child) && isOrphan(parent, child))
    ? withoutOrphans(parent, children)
    : children
}

function isOrphan(parent: string, { name }: ElementNode): boolean {
  if (name === 'rt' || name === 'rp') return parent !== 'ruby'
  return name === 'li' || name === 'dt' || name === 'dd' || tableParts.has(name)
}

function withoutOrphans(parent: string, children: readonly TreeNode[]): TreeNode[] {
  const kept: TreeNode[] = []
  for (const child of children) {
    if (isElement(child) && isOrphan(parent, child)) adopt(child, kept)
    else append(kept, child)
  }
  return kept
}

function adopt(orphan: ElementNode, into: TreeNode[]): void {
  const { name, attributes, children } = orphan
  if (name === 'col' || name === 'colgroup') return
  if (name === 'rt' || name === 'rp') appendAll(into, children)
  else if (name === 'li') wrap(orphan, 'ul', into)
  else if (name === 'dt' || name === 'dd') wrap(orphan, 'dl', into)
  else into.push(element('div', arranged('div', children), attributes))
}

/** Puts a node into the wrapper at the end of the list, or behind it into a new one. */
function wrap(node: TreeNode, wrapper: string, into: TreeNode[]): void {
  const last = isBlank(into.at(-1) ?? '') ? into.at(-2) : into.at(-1)
  if (!isElement(last, wrapper)) {
    into.push(element(wrapper, [node]))
    return
  }
  if (into.at(-1) !== last) append(last.children, into.pop() ?? '')
  append(last.children, node)
}

/** A list in a list belongs to the item before it; anything else that is no item becomes one. */
function listItems(children: TreeNode[]): TreeNode[] {
  if (children.every((child) => isBlank(child) || isElement(child, 'li'))) return children
  const items: ElementNode[] = []
  let isOpen = false
  for (const child of children) {
    const last = items.at(-1)
    if (isElement(child, 'li')) {
      items.push(child)
      isOpen = false
    } else if (last !== undefined && (isOpen || isElement(child, 'ul', 'ol'))) {
      append(last.children, child)
    } else if (!isBlank(child)) {
      items.push(element('li', [child]))
      isOpen = true
    }
  }
  return items.map(rearranged)
}

/** Again, because what has been gathered into an element was arranged for another one. */
function rearranged(node: TreeNode): TreeNode {
  if (typeof node === 'string') return node
  const children = arranged(node.name, node.children)
  return children === node.children ? node : element(node.name, children, node.attributes)
}

/** Terms may be grouped in a `div`, which by now has a list of its own around them. */
function descriptions(children: readonly TreeNode[]): TreeNode[] {
  const kept: TreeNode[] = []
  let open: ElementNode | undefined
  for (const child of children.flatMap(ungrouped)) {
    if (isBlank(child) && open === undefined) append(kept, child)
    else if (isElement(child, 'dt', 'dd')) {
      kept.push(child)
      open = undefined
    } else {
      if (open === undefined) kept.push((open = element('dd', [])))
      append(open.children, child)
    }
  }
  return kept.map(rearranged)
}

function ungrouped(child: TreeNode): TreeNode[] {
  if (!isElement(child, 'div')) return [child]
  const isGroup = child.children.every((inner) => isBlank(inner) || isElement(inner, 'dl'))
  if (!isGroup) return [child]
  return child.children.flatMap((inner) => (isElement(inner) ? inner.children : [inner]))
}

/** What each level of a table holds, and the wrapper for what belongs one level below. */
const tableLevels: Readonly<Record<string, { holds: readonly string[]; wrapper?: string }>> = {
  table: { holds: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'], wrapper: 'tbody' },
  thead: { holds: ['tr'], wrapper: 'tr' },
  tbody: { holds: ['tr'], wrapper: 'tr' },
  tfoot: { holds: ['tr'], wrapper: 'tr' },
  tr: { holds: ['td', 'th'] },
  colgroup: { holds: ['col'] },
}

/** A table of sections of rows of cells, and what a parser would put before it. */
export function arrangedTable(children: readonly TreeNode[]): {
  children: TreeNode[]
  strays: TreeNode[]
} {
  const strays: TreeNode[] = []
  return { children: tableLevel('table', children, strays), strays }
}

function tableLevel(name: string, children: readonly TreeNode[], strays: TreeNode[]): TreeNode[] {
  const level = tableLevels[name]
  if (level === undefined) return [...children]
  const kept: TreeNode[] = []
  for (const child of children) {
    if (isBlank(child)) append(kept, child)
    else if (isElement(child, ...level.holds)) {
      kept.push(
        element(child.name, tableLevel(child.name, child.children, strays), child.attributes),
      )
    } else if (isElement(child, 'tr', 'td', 'th') && level.wrapper !== undefined) {
      for (const part of tableLevel(level.wrapper, [child], strays)) wrap(part, level.wrapper, kept)
    } else append(strays, child)
  }
  return kept
}
