import { isDataAttribute } from './add-ons.ts'
import { voidElements } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Writes what a browser's innerHTML would say, so that text that went through one is unchanged. */
export function toPortableHtml(nodes: readonly TreeNode[]): string {
  return written(nodes, true)
}

/** The same elements without what add-ons carry. */
export function toHtml(nodes: readonly TreeNode[]): string {
  return written(nodes, false)
}

function written(nodes: readonly TreeNode[], isPortable: boolean): string {
  let html = ''
  for (const node of nodes) {
    html += typeof node === 'string' ? escapedText(node) : writtenElement(node, isPortable)
  }
  return html
}

function writtenElement(node: ElementNode, isPortable: boolean): string {
  const { name } = node
  let html = `<${name}`
  for (const [key, value] of node.attributes) {
    if (isPortable || !isDataAttribute(key)) html += ` ${key}="${escapedValue(value)}"`
  }
  html += '>'
  if (voidElements.has(name)) return html
  return `${html}${written(node.children, isPortable)}</${name}>`
}

export function escapedText(text: string): string {
  if (!/[&<>\u00a0]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
}

/** Also without `<` and `>`, which would matter if someone put the text where tags are not parsed. */
function escapedValue(value: string): string {
  return escapedText(value).replaceAll('"', '&quot;')
}
