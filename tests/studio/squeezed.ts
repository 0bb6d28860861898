/**
 * Portable HTML as a list of everything that must not change: blocks, their content, and every character
 * with its inline elements. White space is compared separately, as plain text.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var'.split(
    ' ',
  ),
)
export function squeezed(html: string): string {
  const pieces: string[] = []
  for (const node of parseFragment(html).childNodes) write(node, [], pieces, false)
  return pieces.join('\n')
}

function write(node: Node, marks: string[], to: string[], isCode: boolean): void {
  if (node.nodeName === '#text' && 'value' in node) {
    writeText(node.value, marks, to, isCode)
  } else if ('tagName' in node) {
    const attributes = node.attrs.map(({ name, value }) => ` ${name}="${value}"`).toSorted()
    const tag = `<${node.tagName}${attributes.join('')}>`
    if (inline.has(node.tagName) && !hasBlocks(node)) {
      const inner = [...new Set([...marks, tag])].toSorted()
      for (const child of node.childNodes) write(child, inner, to, isCode)
      return
    }
    to.push(`${marks.join('')}${tag}`)
    for (const child of node.childNodes) write(child, marks, to, isCode || node.tagName === 'pre')
    to.push(`</${node.tagName}>`)
  }
}

function hasBlocks(node: Node): boolean {
  return (
    'childNodes' in node &&
    node.childNodes.some(
      (child) =>
        'tagName' in child &&
        (!(inline.has(child.tagName) || /^(?:br|img|input|wbr|ruby|rt|rp)$/.test(child.tagName)) ||
          hasBlocks(child)),
    )
  )
}

function writeText(value: string, marks: string[], to: string[], isCode: boolean): void {
  const text = isCode ? value : value.replaceAll(/[ \t\n]+/g, '')
  if (text === '') return
  const start = `text ${marks.join('')}: `
  const last = to.at(-1)
  if (last?.startsWith(start)) to[to.length - 1] = last + text
  else to.push(start + text)
}
