import { isDataAttribute } from './add-ons.ts'
import { voidElements } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Writes the same HTML as innerHTML of a browser, so that text from a browser stays unchanged. */
export function toPortableHtml(nodes: readonly TreeNode[]): string {
  return written(nodes, true)
}

/** The same elements without the attributes of add-ons. */
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

/** Also escapes `<` and `>`, in case the text is inserted where tags are not parsed. */
function escapedValue(value: string): string {
  return escapedText(value).replaceAll('"', '&quot;')
}
