import { append, appendAll, element, isBlank, isElement, tableParts } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/**
 * Arranges the children of an element so that parsers do not change them. Most of this is already true after
 * parsing; the repairs are needed after the sanitiser has removed an element.
 */
export function arranged(parent: string, children: TreeNode[]): TreeNode[] {
  if (parent === 'ul' || parent === 'ol') return listItems(children)
  if (parent === 'dl') return descriptions(children)
  if (parent in tableLevels) return children // arrangedTable handles them
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

/** Appends a node to the wrapper at the end of the list, or to a new wrapper. */
function wrap(node: TreeNode, wrapper: string, into: TreeNode[]): void {
  const last = isBlank(into.at(-1) ?? '') ? into.at(-2) : into.at(-1)
  if (!isElement(last, wrapper)) {
    into.push(element(wrapper, [node]))
    return
  }
  if (into.at(-1) !== last) append(last.children, into.pop() ?? '')
  append(last.children, node)
}

/** A nested list moves into the item before it; other nodes become items. */
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

/** Arranges again, because the children were arranged for another parent. */
function rearranged(node: TreeNode): TreeNode {
  if (typeof node === 'string') return node
  const children = arranged(node.name, node.children)
  return children === node.children ? node : element(node.name, children, node.attributes)
}

/** Terms may be grouped in a `div`, where they have their own list at this point. */
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

/** The allowed children of each table level, and the wrapper for nodes of the level below. */
const tableLevels: Readonly<Record<string, { holds: readonly string[]; wrapper?: string }>> = {
  table: { holds: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'], wrapper: 'tbody' },
  thead: { holds: ['tr'], wrapper: 'tr' },
  tbody: { holds: ['tr'], wrapper: 'tr' },
  tfoot: { holds: ['tr'], wrapper: 'tr' },
  tr: { holds: ['td', 'th'] },
  colgroup: { holds: ['col'] },
}

/** A table of sections, rows and cells, preceded by the nodes that a parser would move out of it. */
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
